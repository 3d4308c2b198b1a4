import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  ArchiveProblem,
  checkRows,
  type ListedFile,
  type Manifest,
  manifestBytes,
  manifestName,
  readManifest,
} from '../archive/format.ts';

/**
 * A backup is one file: a gzipped tar (POSIX ustar) with the manifest first and then the files that it lists, in that
 * order, and a seal at the end. The list determines every byte of the tar, so the reader parses no headers: it builds
 * the expected one and compares, which refuses a link, a folder, another name and another size.
 */

const blockBytes = 512;
const octalSizes = 8 ** 11;
/**
 * The seal is an empty gzip member whose comment is the SHA-256 of all bytes before it. RFC 1952 allows several
 * members, so `tar xzf` still reads the file. Unlike gzip's own checksums, the seal covers every byte of the file.
 */
const label = 'studio-backup sha256 ';
const sealBytes = 10 + label.length + 64 + 1 + 2 + 8;

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
const gzipStart = Buffer.from([0x1f, 0x8b, 8]);

/** True for bytes in the form of a seal; whether it is the right one is another question. */
const isSeal = (bytes: Buffer) => bytes.includes(label) && bytes.indexOf(gzipStart) === 0;

function sealOf(hash: string) {
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

const end = Buffer.alloc(2 * blockBytes);

/** Packs a folder of the files that the manifest lists. */
export async function pack(folder: string, manifest: Manifest, file: string) {
  await writeSealed(file, entries(folder, manifest));
}

async function* entries(folder: string, manifest: Manifest) {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield* [tarHeader(manifestName, text.length), text, tarPadding(text.length)];
  for (const { path, bytes } of manifest.files) {
    yield tarHeader(path, bytes);
    let sent = 0;
    for await (const chunk of createReadStream(join(folder, path))) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== bytes) throw new ArchiveProblem(`${path} changed while it was read. Please start again.`);
    yield tarPadding(bytes);
  }
  yield end;
}

/**
 * Verifies a whole backup and unpacks it into `folder`, which must be empty: every byte by the seal, the form of the
 * tar, every file by its hash, and every line of rows. With `rowsOnly`, all other files are verified but not written.
 * Rejects with `ArchiveProblem`, or with an error of the file system.
 */
export async function unpack(file: string, folder: string, { rowsOnly = false } = {}) {
  await assertSealed(file);
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  let manifest: Manifest;
  try {
    const reader = exactReader(unpacked);
    manifest = await readList(reader);
    for (const entry of manifest.files) {
      const isWanted = !rowsOnly || entry.path.startsWith('rows/');
      await readEntry(reader, entry, isWanted ? join(folder, entry.path) : undefined);
    }
    if (!(await reader.take(end.length)).equals(end) || !(await reader.atEnd()))
      throw new ArchiveProblem('The backup contains more than its list of contents says.');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new ArchiveProblem(`${file} cannot be unpacked.`, { cause: error });
    throw error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (manifest.kind !== 'backup') throw new ArchiveProblem(`${file} is an export and no backup: import it.`);
  await checkRows(folder, manifest);
  return manifest;
}

/** Rejects with `ArchiveProblem` if any byte of the file differs from what was written, and says what is wrong. */
async function assertSealed(file: string) {
  await using handle = await open(file, 'r');
  const start = Buffer.alloc(gzipStart.length);
  const seal = Buffer.alloc(sealBytes);
  const { size } = await handle.stat();
  await handle.read(start, 0, start.length, 0);
  await handle.read(seal, 0, sealBytes, Math.max(0, size - sealBytes));
  if (!start.equals(gzipStart)) throw new ArchiveProblem(`${file} is not a backup of this product.`);
  if (size <= sealBytes || !isSeal(seal))
    throw new ArchiveProblem(`${file} is cut short, or its end was changed: the seal at its end is missing.`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: size - sealBytes - 1 })) hash.update(chunk);
  if (!seal.equals(sealOf(hash.digest('hex'))))
    throw new ArchiveProblem(
      `${file} was damaged or changed: its content does not match the seal at its end.`,
    );
}

type Reader = ReturnType<typeof exactReader>;

/** Reads known numbers of bytes from a stream, and never unpacks much more than was requested. */
function exactReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function* pieces(bytes: number) {
    for (let left = bytes; left > 0; ) {
      if (rest.length === 0) rest = (await chunks.next()).value ?? rest;
      if (rest.length === 0) throw new ArchiveProblem('The backup is cut short.');
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    pieces,
    async take(bytes: number) {
      const taken: Buffer[] = [];
      for await (const piece of pieces(bytes)) taken.push(piece);
      return Buffer.concat(taken);
    },
    atEnd: async () => rest.length === 0 && (await chunks.next()).done === true,
  };
}

async function readList({ take }: Reader) {
  const header = await take(blockBytes);
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
  if (!(size <= manifestBytes) || !header.equals(tarHeader(manifestName, size)))
    throw new ArchiveProblem('The backup does not start with its list of contents.');
  const text = await take(size);
  await expectPadding(take, size);
  return readManifest(text.toString('utf8'));
}

/** Reads one file of the backup. It is written to `to`; if `to` is undefined, the file is only verified. */
async function readEntry(
  { take, pieces }: Reader,
  { path, bytes, sha256 }: ListedFile,
  to: string | undefined,
) {
  if (!(await take(blockBytes)).equals(tarHeader(path, bytes)))
    throw new ArchiveProblem(`The backup does not have ${path} where its list of contents says.`);
  if (to) await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await using handle = to ? await open(to, 'wx', 0o600) : undefined;
  const hash = createHash('sha256');
  for await (const piece of pieces(bytes)) {
    hash.update(piece);
    await handle?.writeFile(piece);
  }
  await handle?.sync();
  if (hash.digest('hex') !== sha256)
    throw new ArchiveProblem(`${path} in the backup does not match its hash.`);
  await expectPadding(take, bytes);
}

async function expectPadding(take: Reader['take'], size: number) {
  const expected = tarPadding(size);
  if (!(await take(expected.length)).equals(expected))
    throw new ArchiveProblem('The backup has stray bytes between its files.');
}
