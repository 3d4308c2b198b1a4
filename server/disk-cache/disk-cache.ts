import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { contentHash } from '../http/ready-answer.ts';
import { makePrivateFile } from '../process/data-dir.ts';

export interface ByteRange {
  start: number;
  /** Index of the last byte of the range. */
  end: number;
}

/** An entry of a disk cache without its body. */
export interface CachedFile<Note> {
  /** Describes the body, as data that can be written as JSON. */
  note: Note;
  /** Length of the body in bytes. */
  bytes: number;
  /** Hash of the body (`contentHash`). */
  hash: string;
}

/** The source of a body: one piece or many. */
type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

const indexName = 'index.sqlite';
const hashLength = contentHash('').length;
/** The time of last use of an entry is written at most once in this time, in milliseconds. */
const touchMs = 3_600_000;

/**
 * A cache of files in its own folder, with a maximum total size; beyond it, the least recently used file is removed.
 * Bodies are files, and a small database is their index: a file that is not in it, such as one that a crash left
 * incomplete, is deleted when the cache is opened. The files survive a restart. Reading does not fail: a missing or
 * damaged file is treated as no entry. Only one process at a time uses the folder (DATA_DIR is locked).
 */
export class DiskCache<Note> {
  readonly #folder: string;
  readonly #maxBytes: number;
  #db: DatabaseSync | undefined;

  constructor(options: { folder: string; maxBytes: number }) {
    this.#folder = options.folder;
    this.#maxBytes = options.maxBytes;
  }

  async find(key: string): Promise<CachedFile<Note> | undefined> {
    return this.#lookUp(key)?.file;
  }

  /** Reads an entry with its body. */
  async read(key: string): Promise<(CachedFile<Note> & { body: Buffer }) | undefined> {
    const found = this.#lookUp(key);
    if (!found) return undefined;
    const body = await readFile(found.path).catch(() => undefined);
    if (body && contentHash(body) === found.file.hash) return { ...found.file, body };
    this.#drop(key, found.path);
    return undefined;
  }

  /**
   * Streams the body with this hash, or a range of its bytes; undefined if the entry is missing or has another hash.
   * An open stream can be read to its end even if its file is removed.
   */
  async open(key: string, wanted: string, range?: ByteRange) {
    const found = this.#lookUp(key);
    if (found?.file.hash !== wanted) return undefined;
    const handle = await open(found.path).catch(() => undefined);
    if (handle && (await handle.stat()).size === found.file.bytes) return handle.createReadStream(range);
    await handle?.close();
    this.#drop(key, found.path);
    return undefined;
  }

  /**
   * Stores all chunks or nothing. `describe` is called after the last chunk, and returns the note. Rejects with the
   * errors of `chunks` and of the disk.
   */
  async put(key: string, chunks: Chunks, describe: () => Note): Promise<CachedFile<Note>> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const db = this.#open();
    const name = randomBytes(16).toString('hex');
    const path = join(this.#folder, name);
    try {
      const body = await writeBody(`${path}.draft`, chunks);
      const file = { note: describe(), ...body };
      if (file.bytes > this.#maxBytes) throw new Error('an entry is larger than its cache');
      renameSync(`${path}.draft`, path);
      this.#drop(key, this.#lookUp(key)?.path);
      db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)').run(
        key,
        name,
        file.bytes,
        file.hash,
        JSON.stringify(file.note),
        Date.now(),
      );
      this.#evict(db);
      return file;
    } catch (error) {
      await rm(path, { force: true }).catch(() => {});
      throw error;
    } finally {
      await rm(`${path}.draft`, { force: true }).catch(() => {});
    }
  }

  /** Replaces the note of an entry. The old note stays if the disk refuses the write. */
  async annotate(key: string, note: Note): Promise<CachedFile<Note> | undefined> {
    const found = this.#lookUp(key);
    if (!found) return undefined;
    this.#attempt((db) =>
      db.prepare('UPDATE entries SET note = ? WHERE key = ?').run(JSON.stringify(note), key),
    );
    return { ...found.file, note };
  }

  /**
   * Removes an entry. Synchronous: if the process is killed right after it, the next process does not find the entry.
   */
  remove(key: string) {
    this.#drop(key, this.#lookUp(key)?.path);
  }

  /** Returns the entry of a key, and counts this as a use of the entry. */
  #lookUp(key: string): { path: string; file: CachedFile<Note> } | undefined {
    // The folder is not created before something is stored.
    if (!this.#db && !existsSync(join(this.#folder, indexName))) return undefined;
    const row = this.#attempt((db) => db.prepare('SELECT * FROM entries WHERE key = ?').get(key));
    if (!row) return undefined;
    const { name, bytes, hash, note, used_at: usedAt } = row;
    if (Date.now() - Number(usedAt) > touchMs)
      this.#attempt((db) => db.prepare('UPDATE entries SET used_at = ? WHERE key = ?').run(Date.now(), key));
    const file = { note: JSON.parse(String(note)) as Note, bytes: Number(bytes), hash: String(hash) };
    return { path: join(this.#folder, String(name)), file };
  }

  #drop(key: string, path: string | undefined) {
    if (path === undefined) return;
    this.#attempt((db) => db.prepare('DELETE FROM entries WHERE key = ?').run(key));
    this.#attempt(() => rmSync(path, { force: true }));
  }

  /** Removes the least recently used entries beyond the maximum size. */
  #evict(db: DatabaseSync) {
    const evicted = db
      .prepare(
        `DELETE FROM entries WHERE key IN (SELECT key FROM
          (SELECT key, sum(bytes) OVER (ORDER BY used_at DESC, rowid DESC) AS taken FROM entries) WHERE taken > ?)
          RETURNING name`,
      )
      .all(this.#maxBytes);
    for (const { name } of evicted)
      this.#attempt(() => rmSync(join(this.#folder, String(name)), { force: true }));
  }

  /** On a disk that cannot be read or written, the work is not done. */
  #attempt<Result>(work: (db: DatabaseSync) => Result) {
    try {
      return work(this.#open());
    } catch {
      return undefined;
    }
  }

  #open() {
    this.#db ??= openIndex(this.#folder);
    return this.#db;
  }
}

/** Opens the index of a folder, and deletes every file that is not in it. A damaged index is begun anew. */
function openIndex(folder: string) {
  const path = join(folder, indexName);
  let db: DatabaseSync | undefined;
  let rows: Record<string, SQLOutputValue>[];
  try {
    makePrivateFile(path);
    db = new DatabaseSync(path);
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, name TEXT, bytes INTEGER, hash TEXT, note TEXT,
        used_at INTEGER)`);
    rows = db.prepare('SELECT name FROM entries').all();
  } catch (error) {
    db?.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
    throw error;
  }
  const names = new Set(rows.map(({ name }) => String(name)));
  for (const name of readdirSync(folder))
    if (!names.has(name) && !name.startsWith(indexName))
      rmSync(join(folder, name), { recursive: true, force: true });
  return db;
}

async function writeBody(path: string, chunks: Chunks) {
  const handle = await open(path, 'wx', 0o600);
  try {
    const sum = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      sum.update(chunk);
      bytes += chunk.length;
      await writeFile(handle, chunk);
    }
    await handle.sync();
    return { bytes, hash: sum.digest('base64url').slice(0, hashLength) };
  } finally {
    await handle.close();
  }
}
