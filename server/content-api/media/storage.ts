import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { documentEndings, mediaEndings } from '../../forms/file-types.ts';

/** Metadata of a stored file. A stored file never changes. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  modified: Date;
  /** The ETag as in the HTTP header, quotes included. */
  etag: string;
}

/** The first and the last byte, counted from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** One stored file that callers can inspect and read without knowing where it is stored. */
export interface StoredContent {
  stat(): Promise<StoredFile | undefined>;
  open(signal: AbortSignal): Promise<Readable | undefined>;
}

/**
 * The storage of files: folders of DATA_DIR, or a bucket. Callers name files by their addresses; an
 * address of another form is a bug and throws. A bucket rejects with AppError: 503 `storage.down` with Retry-After
 * when it does not answer or refuses, 507 `storage.full` when it is full. Folders reject with the system's errors.
 */
export interface FileStorage {
  /**
   * Stores files from their present paths, and resolves when they survive a power failure. Each file is stored
   * completely or not at all; after a rejection some files may be stored. The source files may be gone afterwards.
   */
  put(files: ReadonlyMap<string, string>): Promise<void>;
  /** Returns the metadata of a file; undefined when the file does not exist. */
  stat(address: string, signal?: AbortSignal): Promise<StoredFile | undefined>;
  /**
   * Returns the bytes, read on demand; undefined when there is no such file. Aborting `signal` ends the reading at
   * any time.
   */
  open(address: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>;
  /** Removes files. A file that does not exist counts as removed. */
  remove(addresses: readonly string[]): Promise<void>;
  /** Lists the addresses of all stored files; other files are ignored. */
  list(): AsyncIterable<string>;
  close(): void;
}

const typesOf = (endings: Readonly<Record<string, string>>) =>
  new Map(Object.entries(endings).map(([type, ending]) => [ending, type]));
/** The form of addresses and the types of their endings. Only files under /storage are public; CVs have no URL. */
const kinds = [
  {
    form: /^\/storage\/(\d{4}\/[0-9a-f]{32}\.([a-z0-9]{3,4}))$/,
    below: 'media/',
    types: typesOf(mediaEndings),
  },
  {
    form: /^private\/(cv\/[0-9a-f]{32}\.(pdf|doc|docx))$/,
    below: 'private/',
    types: typesOf(documentEndings),
  },
];

/**
 * Makes a new, unguessable address that was never used: /storage/<yyyy>/<32 hex digits>.<ending of the type>, or
 * private/cv/<32 hex digits>.<ending> for a document.
 */
export function newAddress(type: string) {
  const [ending, privateEnding] = [mediaEndings[type], documentEndings[type]];
  if (privateEnding) return `private/cv/${randomBytes(16).toString('hex')}.${privateEnding}`;
  if (!ending) throw new Error(`newAddress: files of type ${type} are not stored`);
  return `/storage/${new Date().getUTCFullYear()}/${randomBytes(16).toString('hex')}.${ending}`;
}

/**
 * Returns the type of a stored file, and its path in DATA_DIR or below the prefix of a bucket; undefined unless the
 * address has exactly the form of this engine's addresses.
 */
function placeOf(address: string) {
  for (const { form, below, types } of kinds) {
    const [, name, ending = ''] = form.exec(address) ?? [];
    const type = types.get(ending);
    if (name && type) return { path: below + name, type };
  }
  return undefined;
}

/** True for an address of this engine, public or private. */
export const isStoredAddress = (address: string) => placeOf(address) !== undefined;

/** True for the path of a public file. */
export const isPublicAddress = (address: string) => address.startsWith('/') && isStoredAddress(address);

/** As `placeOf`; throws when the address is not one of this engine's, so that no other file can be removed. */
function placeAt(address: string) {
  const place = placeOf(address);
  if (!place) throw new Error(`${address} is not the address of a stored file`);
  return place;
}

export const typeOfAddress = (address: string) => placeAt(address).type;
export const pathOfAddress = (address: string) => placeAt(address).path;

/** Opens the folders `media` and `private` of DATA_DIR, which only their owner can read. */
export async function openFolders(dataDir: string): Promise<FileStorage> {
  const roots = { '/storage/': join(dataDir, 'media'), 'private/': join(dataDir, 'private') };
  for (const folder of Object.values(roots)) await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (address: string) => join(dataDir, pathOfAddress(address));
  return {
    async put(files) {
      const folders = new Set<string>();
      for (const [address, from] of files) {
        const path = pathOf(address);
        folders.add(dirname(path));
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await move(from, path);
      }
      // A rename is durable only after its folder is flushed.
      for (const folder of folders) await flush(folder);
    },
    async stat(address) {
      const found = await unlessMissing(stat(pathOf(address)));
      if (!found?.isFile()) return undefined;
      // Strong (RFC 9110 §8.8.1), since a name is never given to other bytes: a download that was cut goes on by If-Range.
      const etag = `"${found.size.toString(16)}-${Math.floor(found.mtimeMs).toString(16)}"`;
      return { size: found.size, modified: found.mtime, etag };
    },
    async open(address, range, signal) {
      const handle = await unlessMissing(open(pathOf(address), 'r'));
      // If the signal is aborted already, this closes the file and throws. A stream would emit its error before a
      // listener can be attached, which would end the process.
      if (signal?.aborted) await handle?.close();
      signal?.throwIfAborted();
      return handle?.createReadStream({ ...range, signal });
    },
    async remove(addresses) {
      for (const address of addresses) await rm(pathOf(address), { force: true });
    },
    async *list() {
      for (const [prefix, root] of Object.entries(roots)) yield* filesBelow(root, prefix);
    },
    close() {},
  };
}

async function unlessMissing<Found>(found: Promise<Found>) {
  try {
    return await found;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Yields the files below a folder, reading a few names at a time, for folders of any size. Symbolic links are
 * skipped: the engine makes none.
 */
async function* filesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    const name = prefix + entry.name;
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), `${name}/`);
    else if (entry.isFile() && isStoredAddress(name)) yield name;
  }
}

async function move(from: string, to: string) {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // The media folder is on another disk than the temporary one, so the file is copied instead of renamed.
    await copyFile(from, to);
    await flush(to);
    await rm(from);
  }
}

async function flush(path: string) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
