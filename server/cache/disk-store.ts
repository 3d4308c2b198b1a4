import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIB } from '#shared/limits.ts';
import { contentHash } from '../http/etag.ts';
import { cacheTimes } from './cache-times.ts';
import { etagOf, type PreparedAnswer } from './prepared-answer.ts';

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

const maxBytes = 64 * MIB;
const maxCount = 2_000;
const flushMs = 5_000;
/** How long nothing is written after a failure (no room, read-only disk), in milliseconds. */
const restMs = 60_000;
/** An answer that was read this much later than now shows that the wall clock was set back; in milliseconds. */
const skewMs = 5 * 60_000;
/**
 * An unchanged answer is written again at most once in this time, in milliseconds. So an answer may seem older to the
 * next process than it is, but by no more than this time.
 */
const sameMs = 60_000;
/** Number of outdated answers that are deleted in one go, because deleting all would block the process. */
const swept = 200;

/**
 * Answers on disk, in a database of their own, for the next process: it has pages to serve if the host, or the shared
 * database, is down when it starts. An answer is valid while its era is the `user_version` of the database, so that
 * one small write invalidates all. Removals are synchronous: if the process is killed right after one, the next
 * process does not find the answer. A disk that cannot be read or written stores nothing and fails no call.
 */
export class DiskStore {
  readonly #now: () => number;
  readonly #today: () => number;
  /** The wall clock minus the monotonic clock when the process started, in milliseconds. */
  readonly #offset: number;
  readonly #folder: string;
  readonly #name: string;
  #db: DatabaseSync | undefined;
  #era = 1;
  /** Number of changes that are in progress. */
  #holds = 0;
  #restsUntil = 0;
  readonly #queue = new Map<string, { namespace: string; key: string; prepared: PreparedAnswer } & Times>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DiskStoreOptions) {
    const { folder, madeOf, notBefore = 0, now = () => performance.now(), today = Date.now } = options;
    this.#now = now;
    this.#today = today;
    this.#offset = today() - now();
    this.#folder = folder;
    this.#name = `${contentHash(madeOf)}.sqlite`;
    this.#db = openFile(folder, this.#name);
    // A damaged file is deleted.
    if (!this.#db) removeFiles(folder);
    this.#db ??= openFile(folder, this.#name);
    if (!this.#db) this.#rest();
    this.#orDrop((db) => {
      this.#era = Number(db.prepare('PRAGMA user_version').get()?.user_version);
      const { latest } = db.prepare('SELECT max(read_at) AS latest FROM answers').get() ?? {};
      if (this.#era === 0 || Number(latest) > today() + skewMs) {
        db.exec('DELETE FROM answers; PRAGMA user_version = 1');
        this.#era = 1;
      }
      db.prepare('DELETE FROM answers WHERE read_at < ?').run(notBefore);
      this.#sweep(db);
    });
  }

  namespace(namespace: string) {
    const id = (key: string) => `${namespace} ${key}`;
    return {
      /** Reads an answer; undefined if it is missing, too old, expired or damaged. */
      load: (key: string): ({ prepared: PreparedAnswer } & Times) | undefined => {
        const queued = this.#queue.get(id(key));
        const found = queued ?? this.#attempt((db) => this.#read(db, namespace, key));
        if (!found || found.endsAt <= this.#today()) return undefined;
        return this.#now() - found.madeAt <= cacheTimes.downMs ? found : undefined;
      },
      /** Queues the answer, to be written some seconds later together with others. */
      put: (key: string, prepared: PreparedAnswer, times: Times): void => {
        if (this.#now() < this.#restsUntil) return;
        this.#db ??= this.#reopened();
        if (!this.#db) return;
        this.#queue.set(id(key), { namespace, key, prepared, ...times });
        this.#timer ??= setTimeout(() => this.flush(), flushMs).unref();
      },
      remove: (key: string): void => {
        this.#queue.delete(id(key));
        this.#orDrop((db) =>
          db.prepare('DELETE FROM answers WHERE namespace = ? AND key = ?').run(namespace, key),
        );
      },
      forgetAll: () => this.forgetAll(),
      /** Returns when the oldest answer was made. */
      oldest: (): number | undefined => {
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
  forgetAll(): void {
    this.#era += 1;
    this.#queue.clear();
    this.#mark();
  }

  /**
   * Marks the start of a change. If the process is killed before the returned function is called, the next process
   * finds no answers. The function removes all answers, unless it is called with true because nothing has changed.
   */
  readonly hold = (): ((isUnchanged?: boolean) => void) => {
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

  /** Writes queued answers immediately. Never throws. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const queued = [...this.#queue.values()];
    this.#queue.clear();
    this.#attempt((db) => {
      db.exec('BEGIN');
      try {
        for (const each of queued) this.#write(db, each);
        this.#sweep(db);
        db.exec('COMMIT');
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  readonly stats = (): { entries: number; bytes: number } => {
    const found = this.#attempt((db) =>
      db
        .prepare('SELECT count(*) AS n, total(length(body)) AS bytes FROM answers WHERE era = ?')
        .get(this.#era),
    );
    return { entries: Number(found?.n ?? 0), bytes: Number(found?.bytes ?? 0) };
  };

  readonly close = (): void => {
    this.flush();
    this.#db?.close();
    this.#db = undefined;
    this.#restsUntil = Number.POSITIVE_INFINITY;
  };

  /** Writes which answers are valid: none while a change is in progress. */
  #mark(): void {
    this.#orDrop((db) => db.exec(`PRAGMA user_version = ${this.#holds > 0 ? 0 : this.#era}`));
  }

  #read(
    db: DatabaseSync,
    namespace: string,
    key: string,
  ): ({ prepared: PreparedAnswer } & Times) | undefined {
    const found = db
      .prepare('SELECT note, read_at, ends_at, body FROM answers WHERE era = ? AND namespace = ? AND key = ?')
      .get(this.#era, namespace, key);
    if (!found) return undefined;
    const { note, read_at: readAt, ends_at: endsAt, body } = found;
    const identity = Buffer.from(body as Uint8Array);
    const prepared = { status: 200, ...JSON.parse(String(note)), bodies: { identity } } as PreparedAnswer;
    if (prepared.etag !== etagOf(identity)) return undefined;
    return {
      prepared,
      madeAt: Math.min(this.#now(), Number(readAt) - this.#offset),
      endsAt: endsAt === null ? Number.POSITIVE_INFINITY : Number(endsAt),
    };
  }

  #write(
    db: DatabaseSync,
    {
      namespace,
      key,
      prepared,
      madeAt,
      endsAt,
    }: { namespace: string; key: string; prepared: PreparedAnswer } & Times,
  ): void {
    const { headers, etag, row, bodies } = prepared;
    db.prepare(
      `INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET era = excluded.era,
        note = excluded.note, read_at = excluded.read_at, ends_at = excluded.ends_at, body = excluded.body
        WHERE era <> excluded.era OR note <> excluded.note OR ends_at IS NOT excluded.ends_at
          OR excluded.read_at - read_at >= ?`,
    ).run(
      namespace,
      key,
      this.#era,
      JSON.stringify({ headers, etag, row }),
      Math.floor(madeAt + this.#offset),
      Number.isFinite(endsAt) ? endsAt : null,
      bodies.identity,
      sameMs,
    );
  }

  /** Deletes answers that are no longer valid, and the oldest ones if there are too many. */
  #sweep(db: DatabaseSync): void {
    db.prepare(
      'DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers WHERE era <> ? OR read_at < ? OR ends_at <= ? LIMIT ?)',
    ).run(this.#era, this.#today() - cacheTimes.downMs, this.#today(), swept);
    db.prepare(
      `DELETE FROM answers WHERE rowid IN (SELECT rowid FROM
        (SELECT rowid, sum(length(body)) OVER latest AS bytes, row_number() OVER latest AS place
          FROM answers WINDOW latest AS (ORDER BY read_at DESC)) WHERE bytes > ? OR place > ?)`,
    ).run(maxBytes, maxCount);
  }

  #attempt<Result>(work: (db: DatabaseSync) => Result): Result | undefined {
    try {
      return this.#db && work(this.#db);
    } catch {
      this.#rest();
      return undefined;
    }
  }

  #rest(): void {
    this.#restsUntil = this.#now() + restMs;
  }

  /** Opens the file after a failure, empty: it may have answers whose removal has failed. */
  #reopened(): DatabaseSync | undefined {
    const db = openFile(this.#folder, this.#name);
    try {
      db?.exec(`DELETE FROM answers; PRAGMA user_version = ${this.#holds > 0 ? 0 : this.#era}`);
      if (db) return db;
    } catch {
      db?.close();
    }
    this.#rest();
    return undefined;
  }

  /**
   * Runs a removal. If it fails, e.g. because the disk is full, the whole file is deleted instead, and begun anew after
   * a rest.
   */
  #orDrop(work: (db: DatabaseSync) => unknown): void {
    try {
      if (this.#db) work(this.#db);
    } catch {
      this.#db?.close();
      this.#db = undefined;
      removeFiles(this.#folder);
      this.#rest();
    }
  }
}

function openFile(folder: string, name: string): DatabaseSync | undefined {
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
function removeFiles(folder: string, except?: string): void {
  try {
    for (const name of readdirSync(folder))
      if (!except || !name.startsWith(except)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // On a read-only disk nothing can be deleted, but nothing new can be written either.
  }
}
