import { DatabaseSync } from 'node:sqlite';
import { isBusy, isDiskFull, makePrivateFile } from '../../data-dir.ts';

/** Sessions and device cookies that were ended by hand. On disk, because a replayed cookie must stay refused after a restart. */
export interface Revocations {
  has(id: string): boolean;
  /** Device cookies of this account (`accountOf`) that were given until then, in milliseconds since 1970, are void; 0 for none. */
  devicesVoidUntil(account: string): number;
  /** Voids them, on disk when it returns. After `forgetAt` none of them would be good anyhow. */
  voidDevices(account: string, until: number, forgetAt: number): void;
  /**
   * Ends a session. True when that is on disk, false when the disk is full: then this process refuses the session, and writes it
   * down as soon as there is room. `until`: milliseconds since 1970 after which the session is over anyhow.
   */
  add(id: string, until: number): boolean;
  /** Throws when the file cannot be read. */
  probe(): void;
  close(): void;
}

/**
 * How much longer than needed what was ended is remembered. A clock that runs ahead, be it by a year, must not forget it: when the
 * clock comes back, the cookie would be good again.
 */
const keptLongerMs = 400 * 24 * 3_600_000;
/** How long a write waits for another process that holds the file. The whole process waits with it, so it is not long. */
const lockWaitMs = 1_000;
/** How long a revocation that found no room on the disk waits for its next try. */
const retryMs = 10_000;

/**
 * Opens, or makes, the tables in the file. The list of sessions is held in memory, so that a check costs a look into a map. That of
 * devices is asked for at sign-ins only, and read from the file: `npm run admin` writes there too, beside a running server.
 */
export function openRevocations(file: string, now: () => number): Revocations {
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(
    'CREATE TABLE IF NOT EXISTS revoked_sessions (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT',
  );
  database.exec(
    'CREATE TABLE IF NOT EXISTS void_devices (account TEXT PRIMARY KEY, until INTEGER NOT NULL, forget_at INTEGER NOT NULL) STRICT',
  );
  const readVoid = database.prepare('SELECT until FROM void_devices WHERE account = ?');
  const purgeVoid = database.prepare('DELETE FROM void_devices WHERE forget_at <= ?');
  const insertVoid = database.prepare(
    `INSERT INTO void_devices (account, until, forget_at) VALUES (?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET until = excluded.until, forget_at = excluded.forget_at`,
  );
  // Those that the disk had no room for: this process still knows.
  const voidHere = new Map<string, number>();
  const purge = database.prepare('DELETE FROM revoked_sessions WHERE until <= ?');
  const insert = database.prepare(
    'INSERT INTO revoked_sessions (id, until) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET until = excluded.until',
  );
  const count = database.prepare('SELECT count(*) FROM revoked_sessions');
  const oldEnough = () => now() - keptLongerMs;
  purge.run(oldEnough());
  const revoked = new Map<string, number>(
    database
      .prepare('SELECT id, until FROM revoked_sessions')
      .all()
      .map((row) => [String(row.id), Number(row.until)]),
  );

  /** Ended while there was no room to write it down. */
  const unwritten = new Map<string, number>();
  function writeDown(): boolean {
    try {
      for (const [id, until] of unwritten) {
        insert.run(id, Math.ceil(until));
        unwritten.delete(id);
      }
      purge.run(oldEnough());
      return true;
    } catch (error) {
      if (!isDiskFull(error) && !isBusy(error)) throw error;
      return false;
    }
  }
  const retry = setInterval(() => {
    if (unwritten.size > 0) writeDown();
  }, retryMs).unref();

  return {
    has: (id) => revoked.has(id),
    devicesVoidUntil(account) {
      return Math.max(Number(readVoid.get(account)?.until ?? 0), voidHere.get(account) ?? 0);
    },
    voidDevices(account, until, forgetAt) {
      voidHere.set(account, until);
      purgeVoid.run(oldEnough());
      insertVoid.run(account, Math.ceil(until), Math.ceil(forgetAt));
      voidHere.delete(account);
    },
    add(id, until) {
      // Memory first: even when the disk fails, this process refuses the session.
      revoked.set(id, until);
      unwritten.set(id, until);
      if (!writeDown()) return false;
      // The list grows only here, so here it is also kept short.
      const time = oldEnough();
      for (const [old, end] of revoked) if (end <= time) revoked.delete(old);
      return true;
    },
    probe: () => void count.get(),
    close() {
      clearInterval(retry);
      writeDown();
      database.close();
    },
  };
}
