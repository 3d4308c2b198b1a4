import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import busboy from 'busboy';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildForm } from '../../../../server/bff/upstream/form-body.ts';
import type { BodyPiece } from '../../../../server/bff/upstream/upstream.ts';
import type { Part } from '../../../../server/forms/read-form.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-rebuild-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Read {
  name: string;
  fileName?: string;
  type?: string;
  bytes: Buffer;
}

/** Reads a form as an upstream would, in order. */
async function read(body: Buffer, contentType: string): Promise<Read[]> {
  const parts: Read[] = [];
  const work: Promise<void>[] = [];
  const parser = busboy({
    headers: { 'content-type': contentType },
    defParamCharset: 'utf8',
    defCharset: 'latin1',
    limits: { fieldSize: Infinity },
  });
  parser.on('field', (name, value) => parts.push({ name, bytes: Buffer.from(value, 'latin1') }));
  parser.on('file', (name, stream, info) => {
    const part: Read = { name, fileName: info.filename, type: info.mimeType, bytes: Buffer.alloc(0) };
    parts.push(part);
    work.push(
      buffer(stream).then((bytes) => {
        part.bytes = bytes;
      }),
    );
  });
  await new Promise((resolve, reject) => {
    parser.on('close', resolve);
    parser.on('error', reject);
    parser.end(body);
  });
  await Promise.all(work);
  return parts;
}

async function bytesOf(pieces: readonly BodyPiece[]): Promise<Buffer> {
  return Buffer.concat(
    await Promise.all(pieces.map((piece) => ('path' in piece ? readFile(piece.path) : piece))),
  );
}

/** Escapes a name as browsers do and form parsers expect. */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const fileName = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((name) => name.isWellFormed() && !/[\p{Cc}\\/]/u.test(name) && !/^\.+$/.test(name));
const content = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
const hostile = fc.constantFrom(
  Buffer.from('\r\n--studio-'),
  Buffer.from('--\r\n\r\n--'),
  Buffer.from('\r\nContent-Disposition: form-data; name="is_admin"\r\n\r\n1'),
);

describe('a rebuilt form', () => {
  it('reads as what was sent: names, order, file names, types and bytes', async () => {
    let files = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            isFile: fc.boolean(),
            name: fc.constantFrom(
              'title',
              'images[0]',
              'tech_image[]',
              'tech_image[2][file]',
              'a"b',
              'a\r\nb',
              'ключ',
            ),
            fileName: fc.oneof(
              fileName,
              fc.constantFrom('a"; name="x', 'a%22b', "a'b", 'ü 🎬.png', '%0d%0a', 'a;b'),
            ),
            bytes: fc.oneof(content, hostile),
          }),
          { maxLength: 6 },
        ),
        async (given) => {
          const parts: Part[] = [];
          for (const { isFile, name, fileName: sent, bytes } of given) {
            const source = join(folder, String(files++));
            if (isFile || bytes.length % 2 === 0) await writeFile(source, bytes);
            parts.push(
              isFile
                ? { kind: 'file', name, fileName: sent, type: 'image/png', source, size: bytes.length }
                : { kind: 'text', name, source: bytes.length % 2 === 0 ? source : bytes, size: bytes.length },
            );
          }
          const form = rebuildForm(parts);
          const body = await bytesOf(form.pieces);
          expect(body.length).toBe(form.length);
          expect(await read(body, form.contentType)).toEqual(
            given.map((part) => ({
              name: escaped(part.name),
              bytes: part.bytes,
              ...(part.isFile && { fileName: escaped(part.fileName), type: 'image/png' }),
            })),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
