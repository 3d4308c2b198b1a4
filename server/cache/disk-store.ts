import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIB } from '#shared/limits.ts';
import { contentHash, etagOf, type ReadyAnswer } from '../http/ready-answer.ts';
import { cacheTimes } from './cache-times.ts';

interface DiskStoreOptions {
  folder: string;
  /**
   * A text that changes whenever the same data would give other answers, e.g. after a change of a setting or of the
   * built client. Answers that were stored with another text are removed.
   */
  madeOf: string;
  /**
   * Milliseconds since 1970. Answers whose data was read before this time are removed, because other processes may
   * have changed that data.
   */
  notBefore?: number;
  /** Returns milliseconds of a monotonic clock (`now`), and of the wall clock (`today`). */
  now?: () => number;
  today?: () => number;
}

/** The stored answers of one cache. Times are by the cache's clock. */
export type StoredAnswers = ReturnType<DiskStore['namespace']>;

interface Times {
  madeAt: number;
  endsAt: number;
}

type Stored = { prepared: ReadyAnswer } & Times;

const maxBytes = 64 * MIB;
const maxCount = 2_000;
/**
 * An unchanged answer is written again at most once in this time, in milliseconds. So an answer may seem older to the
 * next process than it is, but by no more than this time.
 */
const sameMs = 60_000;
/** Number of outdated answers that are deleted in one go, because deleting all would block the process. */
const swept = 200;
/** After this many written answers, outdated ones are deleted. */
const sweepAfter = 100;

/**
 * Answers on disk, in a database of their own, for the next process: it has pages to serve if the host, or the shared
 * database, is down when it starts. An answer is valid while its era is the `user_version` of the database, so that
 * one small write invalidates all. All writes are synchronous: if the process is killed right after a removal, the next
 * process does not find the answer. At the first failure of the disk the file is deleted, and nothing is stored until
 * the next start; no call fails.
 */
export class DiskStore {
  readonly #now: () => number;
  readonly #today: () => number;
  /** The wall clock minus the monotonic clock when the process started, in milliseconds. */
  readonly #offset: number;
  readonly #folder: string;
  #db: DatabaseSync | undefined;
  #era = 1;
  /** Number of changes that are in progress. */
  #holds = 0;
  #written = 0;

  constructor(options: DiskStoreOptions) {
    const { folder, madeOf, notBefore = 0, now = () => performance.now(), today = Date.now } = options;
    this.#now = now;
    this.#today = today;
    this.#offset = today() - now();
    this.#folder = folder;
    const name = `${contentHash(madeOf)}.sqlite`;
    this.#db = openFile(folder, name);
    // A damaged file is deleted.
    if (!this.#db) removeFiles(folder);
    this.#db ??= openFile(folder, name);
    this.#attempt((db) => {
      const era = Number(db.prepare('PRAGMA user_version').get()?.user_version);
      if (era > 0) this.#era = era;
      else db.exec('DELETE FROM answers; PRAGMA user_version = 1');
      db.prepare('DELETE FROM answers WHERE read_at < ?').run(notBefore);
      this.#sweep(db);
    });
  }

  namespace(namespace: string) {
    return {
      /** Reads an answer; undefined if it is missing, too old, expired or damaged. */
      load: (key: string): Stored | undefined => {
        const found = this.#attempt((db) => this.#read(db, namespace, key));
        if (!found || found.endsAt <= this.#today()) return undefined;
        return this.#now() - found.madeAt <= cacheTimes.downMs ? found : undefined;
      },
      put: (key: string, prepared: ReadyAnswer, times: Times) => {
        this.#attempt((db) => {
          this.#write(db, namespace, key, { prepared, ...times });
          this.#written += 1;
          if (this.#written % sweepAfter === 0) this.#sweep(db);
        });
      },
      remove: (key: string) => {
        this.#attempt((db) =>
          db.prepare('DELETE FROM answers WHERE namespace = ? AND key = ?').run(namespace, key),
        );
      },
      forgetAll: () => this.forgetAll(),
      /** Returns when the oldest answer was made. */
      oldest: () => {
        const oldest = this.#attempt(
          (db) =>
            db
              .prepare('SELECT min(read_at) AS at FROM answers WHERE era = ? AND namespace = ?')
              .get(this.#era, namespace)?.at,
        );
        return oldest ? Number(oldest) - this.#offset : undefined;
      },
    };
  }

  /** Removes all answers. */
  forgetAll() {
    this.#era += 1;
    this.#mark();
  }

  /**
   * Marks the start of a change. If the process is killed before the returned function is called, the next process
   * finds no answers. The function removes all answers, unless it is called with true because nothing has changed.
   */
  readonly hold = () => {
    this.#holds += 1;
    this.#mark();
    let isHeld = true;
    return (isUnchanged = false) => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      if (isUnchanged) this.#mark();
      else this.forgetAll();
    };
  };

  readonly close = () => {
    this.#db?.close();
    this.#db = undefined;
  };

  /** Writes which answers are valid: none while a change is in progress. */
  #mark() {
    this.#attempt((db) => db.exec(`PRAGMA user_version = ${this.#holds > 0 ? 0 : this.#era}`));
  }

  #read(db: DatabaseSync, namespace: string, key: string): Stored | undefined {
    const found = db
      .prepare('SELECT note, read_at, ends_at, body FROM answers WHERE era = ? AND namespace = ? AND key = ?')
      .get(this.#era, namespace, key);
    if (!found) return undefined;
    const { note, read_at: readAt, ends_at: endsAt, body } = found;
    const identity = Buffer.from(body as Uint8Array);
    const prepared = { ...JSON.parse(String(note)), bodies: { identity } } as ReadyAnswer;
    if (prepared.etag !== etagOf(identity)) return undefined;
    return {
      prepared,
      madeAt: Math.min(this.#now(), Number(readAt) - this.#offset),
      endsAt: endsAt === null ? Number.POSITIVE_INFINITY : Number(endsAt),
    };
  }

  #write(db: DatabaseSync, namespace: string, key: string, { prepared, madeAt, endsAt }: Stored) {
    const { bodies, ...note } = prepared;
    db.prepare(
      `INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET era = excluded.era,
        note = excluded.note, read_at = excluded.read_at, ends_at = excluded.ends_at, body = excluded.body
        WHERE era <> excluded.era OR note <> excluded.note OR ends_at IS NOT excluded.ends_at
          OR excluded.read_at - read_at >= ?`,
    ).run(
      namespace,
      key,
      this.#era,
      JSON.stringify(note),
      Math.floor(madeAt + this.#offset),
      Number.isFinite(endsAt) ? endsAt : null,
      bodies.identity,
      sameMs,
    );
  }

  /** Deletes answers that are no longer valid, and the oldest ones if there are too many. */
  #sweep(db: DatabaseSync) {
    db.prepare(
      'DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers WHERE era <> ? OR read_at < ? OR ends_at <= ? LIMIT ?)',
    ).run(this.#era, this.#today() - cacheTimes.downMs, this.#today(), swept);
    db.prepare(
      `DELETE FROM answers WHERE rowid IN (SELECT rowid FROM
        (SELECT rowid, sum(length(body)) OVER latest AS bytes, row_number() OVER latest AS place
          FROM answers WINDOW latest AS (ORDER BY read_at DESC)) WHERE bytes > ? OR place > ?)`,
    ).run(maxBytes, maxCount);
  }

  #attempt<Result>(work: (db: DatabaseSync) => Result) {
    try {
      return this.#db && work(this.#db);
    } catch {
      this.close();
      removeFiles(this.#folder);
      return undefined;
    }
  }
}

function openFile(folder: string, name: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeFiles(folder, name);
    const db = new DatabaseSync(join(folder, name));
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS answers (namespace TEXT, key TEXT, era INTEGER, note TEXT, read_at INTEGER,
        ends_at INTEGER, body BLOB, PRIMARY KEY (namespace, key))`);
    return db;
  } catch {
    return undefined;
  }
}

/** Deletes all files in the folder, or all but those of this database. */
function removeFiles(folder: string, except?: string) {
  try {
    for (const name of readdirSync(folder))
      if (!except || !name.startsWith(except)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // On a read-only disk nothing can be deleted, but nothing new can be written either.
  }
}
