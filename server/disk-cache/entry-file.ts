import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { contentHash } from '../http/etag.ts';

/** An entry of a disk cache without its body. */
export interface CachedFile<Note> {
  /** Describes the body, as data that can be written as JSON. */
  note: Note;
  /** Length of the body in bytes. */
  bytes: number;
  /** Hash of the body (`contentHash`). */
  hash: string;
}

/*
 * A file consists of the body and a footer: JSON padded with spaces, the hash of that JSON text, and its length in
 * five digits. The footer comes last, because the note of a streamed body is known only after the body.
 */
const hashLength = 27;
const endLength = hashLength + 5;
/** The JSON is padded to a multiple of this, in bytes, so that a note can grow a little without a longer footer. */
const blockLength = 256;
const longestFooter = 32_768;

/** Returns the footer of a file. Throws if the note is too long. */
export function footerOf<Note>(file: CachedFile<Note>): Buffer {
  const json = Buffer.from(JSON.stringify(file));
  const length = Math.ceil(json.length / blockLength) * blockLength;
  if (length + endLength > longestFooter) throw new Error('the metadata of a cached file is too long');
  const text = Buffer.concat([json], length).fill(' ', json.length);
  return Buffer.concat([text, Buffer.from(contentHash(text) + String(length).padStart(5, '0'))]);
}

/**
 * Parses the footer of a file of `size` bytes, from `tail`, the last bytes of the file; undefined if the file is
 * incomplete or not a cache file.
 */
function parseFooter<Note>(tail: Buffer, size: number): CachedFile<Note> | undefined {
  const textEnd = tail.length - endLength;
  const length = Number(tail.toString('latin1', textEnd + hashLength));
  if (!(length > 0 && length <= textEnd)) return undefined;
  const text = tail.subarray(textEnd - length, textEnd);
  if (contentHash(text) !== tail.toString('latin1', textEnd, textEnd + hashLength)) return undefined;
  const file = JSON.parse(text.toString()) as CachedFile<Note>;
  return file.bytes === size - length - endLength ? file : undefined;
}

/** Opens a file, and closes it even after an error. */
export async function withFile<Result>(
  path: string,
  flags: string,
  use: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, flags, 0o600);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** Reads only the footer. */
export function readFooter<Note>(path: string): Promise<CachedFile<Note> | undefined> {
  return withFile(path, 'r', async (handle) => {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, longestFooter));
    await handle.read(tail, 0, tail.length, size - tail.length);
    return parseFooter<Note>(tail, size);
  });
}

/** Reads a whole file. The body is compared with its hash, unless `isKnownWhole` states that this was done before. */
export async function readEntry<Note>(
  path: string,
  isKnownWhole: boolean,
): Promise<(CachedFile<Note> & { body: Buffer }) | undefined> {
  const bytes = await readFile(path);
  const file = parseFooter<Note>(bytes, bytes.length);
  if (!file) return undefined;
  const body = bytes.subarray(0, file.bytes);
  return isKnownWhole || contentHash(body) === file.hash ? { ...file, body } : undefined;
}

/** The source of a body: one piece or many. */
export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Writes a new file; `describe` is called after the last chunk. Rejects with the errors of `chunks`, `describe` and
 * the disk.
 */
export function writeEntry<Note>(
  path: string,
  { chunks, describe, syncs }: { chunks: Chunks; describe: () => Note; syncs: boolean },
): Promise<{ file: CachedFile<Note>; size: number }> {
  return withFile(path, 'wx', async (handle) => {
    const sum = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      sum.update(chunk);
      bytes += chunk.length;
      await writeFile(handle, chunk);
    }
    const hash = sum.digest('base64url').slice(0, hashLength);
    const file = { note: describe(), bytes, hash };
    const footer = footerOf(file);
    await writeFile(handle, footer);
    if (syncs) await handle.sync();
    return { file, size: bytes + footer.length };
  });
}
