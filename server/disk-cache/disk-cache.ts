import { hash, randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import {
  type CachedFile,
  type Chunks,
  footerOf,
  readEntry,
  readFooter,
  withFile,
  writeEntry,
} from './entry-file.ts';

export interface ByteRange {
  start: number;
  /** Index of the last byte of the range. */
  end: number;
}

interface DiskCacheOptions {
  /**
   * The folder, which is created with the first entry. Everything in it that is not an entry is deleted, such as
   * files of earlier releases.
   */
  folder: string;
  maxBytes: number;
  /**
   * True if each file is synced to disk before it counts as stored. If false, `open` may stream damaged data after a
   * power cut; `read` would notice the damage.
   */
  syncs?: boolean;
}

interface Entry<Note> {
  /** Size of the whole file, in bytes. */
  size: number;
  /** When the entry was last used, from the file's timestamp; in milliseconds since 1970. */
  usedAt: number;
  /** True if the body is known to be intact, because it was compared with its hash or written by this process. */
  isWhole: boolean;
  /** The note and the other data of the file; absent until the file is read. */
  file?: CachedFile<Note>;
}

const fileForm = /^[0-9a-f]{40}\.entry$/;
/**
 * A file's timestamp is updated at most once in this time, in milliseconds. The order in which files are removed need
 * not be more exact.
 */
const touchMs = 3_600_000;
/**
 * A cache of files in its own folder, with a maximum total size; beyond it, the least recently used file is removed.
 * The files survive a restart. A file that a crash left incomplete is never used. Reading does not fail: a missing or
 * damaged file is treated as no entry. Only one process at a time uses the folder (DATA_DIR is locked).
 *
 * An entry is one file: its body, and after it a note, which is JSON data that describes the body.
 */
export class DiskCache<Note> {
  readonly #options: DiskCacheOptions;
  readonly #entries: LRUCache<string, Entry<Note>>;
  /**
   * The latest write for each file name. A write that is not in this map any more is obsolete, because of a later
   * write or a removal, and its file is not used.
   */
  readonly #writes = new Map<string, symbol>();
  #scanning: Promise<void> | undefined;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ size }) => size,
      dispose: (_entry, name, reason) => {
        if (reason === 'evict') this.#unlink(name);
      },
    });
  }

  async find(key: string): Promise<CachedFile<Note> | undefined> {
    const [name, entry] = await this.#entryOf(key);
    return entry && this.#describe(name, entry);
  }

  /**
   * Reads an entry with its body. The body is compared with its hash when it is first read after the start of the
   * process.
   */
  async read(key: string): Promise<(CachedFile<Note> & { body: Buffer }) | undefined> {
    const [name, entry] = await this.#entryOf(key);
    if (!entry) return undefined;
    const found = await this.#attempt(name, entry, (path) => readEntry<Note>(path, entry.isWhole));
    entry.isWhole = true;
    return found;
  }

  /**
   * Streams the body with this hash, or a range of its bytes; undefined if the entry is missing or has another hash.
   * An open stream can be read to its end even if its file is removed.
   */
  async open(key: string, wanted: string, range?: ByteRange): Promise<Readable | undefined> {
    const [name, entry] = await this.#entryOf(key);
    const file = entry && (await this.#describe(name, entry));
    if (!file || file.hash !== wanted) return undefined;
    const handle = await this.#attempt(name, entry, (path) => open(path));
    return handle?.createReadStream({ start: 0, end: file.bytes - 1, ...range });
  }

  /**
   * Stores all chunks or nothing. `describe` is called after the last chunk, and returns the note. Rejects with the
   * errors of `chunks` and of the disk. If the key is removed or put again during the write, this body is not stored.
   */
  async put(key: string, chunks: Chunks, describe: () => Note): Promise<CachedFile<Note>> {
    const { folder, maxBytes, syncs = false } = this.#options;
    const name = nameOf(key);
    const write = Symbol(name);
    this.#writes.set(name, write);
    await this.#scanned();
    const draft = this.#pathOf(`${name}.${randomBytes(4).toString('hex')}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { file, size } = await writeEntry(draft, { chunks, describe, syncs });
      if (size > maxBytes) throw new Error('an entry is larger than its cache');
      if (this.#writes.get(name) !== write) return file;
      // Renames synchronously, so that the entry cannot be removed between the check of `#writes` and the rename.
      renameSync(draft, this.#pathOf(name));
      this.#entries.set(name, { size, usedAt: Date.now(), isWhole: true });
      return file;
    } finally {
      if (this.#writes.get(name) === write) this.#writes.delete(name);
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  /**
   * Replaces the note of an entry. The old note is used again after a restart if the disk refuses the write, or if
   * the new note does not fit into the space of the old one in the file.
   */
  async annotate(key: string, note: Note): Promise<CachedFile<Note> | undefined> {
    const [name, entry] = await this.#entryOf(key);
    const before = entry && (await this.#describe(name, entry));
    if (!before) return undefined;
    const file = { ...before, note };
    entry.file = file;
    const footer = footerOf(file);
    // Only the footer, which contains the note, is overwritten, and not the body of up to 200 MB. If the new footer
    // has another length, nothing is written.
    if (footer.length === entry.size - file.bytes)
      await withFile(this.#pathOf(name), 'r+', (handle) =>
        handle.write(footer, 0, footer.length, file.bytes),
      ).catch(() => {});
    return file;
  }

  /**
   * Removes an entry. Synchronous: if the process is killed right after it, the next process does not find the entry.
   */
  remove(key: string): void {
    const name = nameOf(key);
    this.#writes.delete(name);
    this.#entries.delete(name);
    this.#unlink(name);
  }

  /** Returns the number of entries, and the total size of their files (bodies and notes) in bytes. */
  readonly stats = async (): Promise<{ entries: number; bytes: number }> => {
    await this.#scanned();
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  };

  #pathOf(name: string): string {
    return join(this.#options.folder, name);
  }

  /** Deletes the file synchronously, so that it cannot delete a later file of the same name. */
  #unlink(name: string): void {
    try {
      rmSync(this.#pathOf(name), { force: true });
    } catch {
      // The error is ignored: on a read-only disk the file cannot be deleted, but nothing new can be written either.
    }
  }

  #scanned(): Promise<void> {
    this.#scanning ??= this.#scan();
    return this.#scanning;
  }

  /** Finds the files of the previous process, and registers them beginning with the least recently used one. */
  async #scan(): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const found: [string, Entry<Note>][] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const path = this.#pathOf(name);
      const file = fileForm.test(name) ? await lstat(path).catch(() => undefined) : undefined;
      if (file?.isFile() && file.size > 0 && file.size <= maxBytes)
        found.push([name, { size: file.size, usedAt: file.mtimeMs, isWhole: false }]);
      else await rm(path, { force: true, recursive: true }).catch(() => {});
    }
    found.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [name, entry] of found) this.#entries.set(name, entry);
  }

  /** Returns the entry of a key, and counts this as a use of the entry. */
  async #entryOf(key: string): Promise<[name: string, entry: Entry<Note> | undefined]> {
    await this.#scanned();
    const name = nameOf(key);
    const entry = this.#entries.get(name);
    if (entry && Date.now() - entry.usedAt > touchMs) {
      entry.usedAt = Date.now();
      await utimes(this.#pathOf(name), new Date(), new Date()).catch(() => {});
    }
    return [name, entry];
  }

  /**
   * Runs `read` on an entry. Returns undefined if `read` fails, in which case the entry is removed, or if the entry
   * was removed meanwhile.
   */
  async #attempt<Found>(
    name: string,
    entry: Entry<Note>,
    read: (path: string) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const found = await read(this.#pathOf(name)).catch(() => undefined);
    if (found === undefined && this.#entries.peek(name) === entry) {
      this.#entries.delete(name);
      this.#unlink(name);
    }
    return this.#entries.has(name) ? found : undefined;
  }

  async #describe(name: string, entry: Entry<Note>): Promise<CachedFile<Note> | undefined> {
    entry.file ??= await this.#attempt(name, entry, (path) => readFooter<Note>(path));
    return entry.file;
  }
}

function nameOf(key: string): string {
  return `${hash('sha256', key).slice(0, 40)}.entry`;
}
