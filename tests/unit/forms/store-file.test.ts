import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type FileField } from '#shared/contract/index.ts';
import { storeFile } from '../../../server/forms/store-file.ts';
import { image, video } from '../../support/files.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fieldOf = (name: string) =>
  contract.addProject.upload.files.find((field) => field.name === name) as FileField;
const [film, picture] = [fieldOf('video'), fieldOf('images')];
const newPath = () => join(folder, String(files++));

/** Bytes in pieces of 1000, with a count of the pieces read. */
function pieces(bytes: Buffer) {
  const taken = { count: 0 };
  const stream = Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 1000) {
        taken.count += 1;
        yield bytes.subarray(at, at + 1000);
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
  return { stream, taken };
}

describe('storing a file', () => {
  it('writes it whole, for us alone to read, and tells its size and type', async () => {
    const bytes = await image('png', 300, 300);
    const path = newPath();
    expect(await storeFile(pieces(bytes).stream, path, picture, bytes.length)).toEqual({
      size: bytes.length,
      type: 'image/png',
    });
    expect(await stat(path)).toMatchObject({ size: bytes.length });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('stops at the first piece that passes the limit', async () => {
    const { stream, taken } = pieces(video('mp4', 100_000));
    const path = newPath();
    await expect(storeFile(stream, path, film, 10_000)).rejects.toMatchObject({
      code: 'upload.tooLarge',
      status: 413,
      fields: { video: ['video: the file is larger than the limit of 9.8 KB.'] },
    });
    expect((await stat(path)).size).toBeLessThanOrEqual(10_000);
    expect(taken.count).toBeLessThan(20);
  });

  it('stops at its head when the type is wrong', async () => {
    const { stream, taken } = pieces(Buffer.alloc(100_000, 'nothing '));
    await expect(storeFile(stream, newPath(), film, 1_000_000)).rejects.toMatchObject({
      code: 'upload.wrongType',
    });
    expect(taken.count).toBeLessThan(12);
  });

  it('never writes over a file that is there', async () => {
    const path = newPath();
    const bytes = await image('png');
    await storeFile(pieces(bytes).stream, path, picture, 10_000);
    await expect(storeFile(pieces(bytes).stream, path, picture, 10_000)).rejects.toMatchObject({
      code: 'EEXIST',
    });
  });
});
