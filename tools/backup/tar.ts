import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export const blockBytes = 512;
const octalSizes = 8 ** 11;
/**
 * The seal is an empty gzip member whose comment is the SHA-256 of all bytes before it. RFC 1952 allows several
 * members, so `tar xzf` still reads the file. Unlike gzip's own checksums, the seal covers every byte of the file.
 */
const label = 'studio-backup sha256 ';
export const sealBytes = 10 + label.length + 64 + 1 + 2 + 8;

/** Returns the header of a regular file that only its owner can read. `path` is ASCII with at most 100 characters. */
export function tarHeader(path: string, size: number) {
  const header = Buffer.alloc(blockBytes);
  const put = (text: string, at: number) => header.write(text, at, 'latin1');
  put(path, 0);
  put('0000600\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  if (size < octalSizes) put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    // Sizes from 8 GiB on are written as binary numbers, as GNU tar does.
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  put('00000000000\0', 136);
  put('        0', 148);
  put('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Returns the zeros after a file that fill its last block. */
export function tarPadding(size: number) {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}

/** The first bytes of any gzip file (RFC 1952, section 2.3.1). */
export const gzipStart = Buffer.from([0x1f, 0x8b, 8]);

/** True for bytes in the form of a seal; whether it is the right one is another question. */
export const isSeal = (bytes: Buffer) => bytes.includes(label) && bytes.indexOf(gzipStart) === 0;

export function sealOf(hash: string) {
  const head = Buffer.from([...gzipStart, 0x10, 0, 0, 0, 0, 0, 0xff]);
  const emptyData = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from(`${label}${hash}\0`, 'latin1'), emptyData]);
}

/** Packs these bytes and seals them. The file must not exist; it is flushed to disk. */
export async function writeSealed(file: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>) {
  await pipeline(
    Readable.from(bytes),
    createGzip(),
    async function* (packed: AsyncIterable<Buffer>) {
      const hash = createHash('sha256');
      for await (const chunk of packed) {
        hash.update(chunk);
        yield chunk;
      }
      yield sealOf(hash.digest('hex'));
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
}
