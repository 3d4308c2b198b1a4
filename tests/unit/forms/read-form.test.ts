import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Request } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { loadConfig } from '../../../server/config.ts';
import { allowanceOf } from '../../../server/forms/allowance.ts';
import { type ReadFormOptions, readForm } from '../../../server/forms/read-form.ts';
import type { FormFolder } from '../../../server/forms/temp-folders.ts';
import { image, noisyPng } from '../../support/files.ts';

const allowance = allowanceOf(loadConfig({}));

/** A folder on a disk that fails with this error code. */
function failingFolder(code: string): FormFolder {
  return {
    track: (work) => work,
    newPath: () => Promise.reject(Object.assign(new Error(`${code}: the disk says no`), { code })),
  };
}

function receive(
  part: string,
  content: Buffer | string,
  folder: FormFolder,
  options: Partial<ReadFormOptions> = {},
) {
  const body = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${part}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const req = Object.assign(Readable.from([body], { objectMode: false }), {
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(body.length) },
    socket: { bytesRead: 0 },
  });
  return readForm(req as unknown as Request, {
    policy: contract.saveBlog.upload,
    allowance,
    folder,
    ...options,
  });
}

describe('a disk that fails while a form is received', () => {
  it.each(['ENOSPC', 'EDQUOT'])('%s is told as 507, for a file and for a long text', async (code) => {
    const noSpace = { code: 'upload.noSpace', status: 507 };
    const file = receive('name="blog_image"; filename="a.png"', await image('png'), failingFolder(code));
    await expect(file).rejects.toMatchObject(noSpace);
    const text = receive('name="description"', 'x'.repeat(100_000), failingFolder(code));
    await expect(text).rejects.toMatchObject(noSpace);
  });

  it('anything else stays what it is: a failure of ours, for the log', async () => {
    const file = receive('name="blog_image"; filename="a.png"', await image('png'), failingFolder('EIO'));
    await expect(file).rejects.toMatchObject({ code: 'EIO' });
  });

  it('is not asked for short texts', async () => {
    await expect(receive('name="description"', 'short', failingFolder('EIO'))).resolves.toEqual([
      { kind: 'text', name: 'description', source: Buffer.from('short'), size: 5 },
    ]);
  });
});

describe('the texts of a form', () => {
  const long = 'x'.repeat(100_000);

  it('wait on the disk when they are long', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-texts-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const onDisk: FormFolder = { track: (work) => work, newPath: async () => join(folder, 'text') };
    const [spilt] = await receive('name="description"', long, onDisk);
    expect(spilt).toMatchObject({ source: join(folder, 'text'), size: long.length });
    expect(await readFile(join(folder, 'text'), 'utf8')).toBe(long);
  });

  it('are refused when they would go on as other characters: half of a pair is none', async () => {
    const utf16 = 'name="blog_title"\r\nContent-Type: text/plain; charset=utf-16le';
    const text = receive(utf16, Buffer.from([0x00, 0xd8, 0x41, 0x00]), failingFolder('EIO'));
    await expect(text).rejects.toMatchObject({ code: 'field.badCharacters', status: 422 });
  });
});

describe('a form that is refused while a file is being written', () => {
  it('ends the writing at once, though the body goes on for ever', async () => {
    const place = await mkdtemp(join(tmpdir(), 'studio-receive-'));
    onTestFinished(() => rm(place, { recursive: true }));
    const works: Promise<unknown>[] = [];
    const folder: FormFolder = {
      newPath: async () => join(place, 'file'),
      track(work) {
        works.push(work);
        return work;
      },
    };
    const small = { ...allowance, file: { ...allowance.file, image: 1_000_000 }, filesPerRequest: 1 };
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' };
    const req = Object.assign(new PassThrough(), { headers, socket: { bytesRead: 0 } });
    const policy = contract.updateProjectCategory.upload;
    const received = readForm(req as unknown as Request, { policy, allowance: small, folder });
    req.write(Buffer.alloc(800_000, 'preamble'));
    const png = await noisyPng(400, 400);
    req.write('\r\n--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n');
    req.write(png.subarray(0, 100));
    await expect.poll(() => works).toHaveLength(1);
    req.write(png.subarray(100));

    await expect(received).rejects.toMatchObject({ code: 'upload.totalTooLarge' });
    expect(await Promise.allSettled(works)).toMatchObject([{ status: 'rejected' }]);
  });
});
