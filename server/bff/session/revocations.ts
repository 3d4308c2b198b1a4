import { DatabaseSync } from 'node:sqlite';

/** Session ids that were ended by hand. On disk, because a replayed cookie must stay refused after a restart. */
export interface Revocations {
  has(id: string): boolean;
  /** On disk when it returns. `until`: milliseconds since 1970 after which the session is over anyhow. */
  add(id: string, until: number): void;
  /** Throws when the file cannot be read. */
  probe(): void;
  close(): void;
}

/** Opens, or makes, the table in the file. The list is held in memory, so that a check costs a look into a map. */
export function openRevocations(file: string, now: () => number): Revocations {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(
    'CREATE TABLE IF NOT EXISTS revoked_sessions (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT',
  );
  const purge = database.prepare('DELETE FROM revoked_sessions WHERE until <= ?');
  const insert = database.prepare(
    'INSERT INTO revoked_sessions (id, until) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET until = excluded.until',
  );
  const count = database.prepare('SELECT count(*) FROM revoked_sessions');
  purge.run(now());
  const revoked = new Map<string, number>(
    database
      .prepare('SELECT id, until FROM revoked_sessions')
      .all()
      .map((row) => [String(row.id), Number(row.until)]),
  );

  return {
    has: (id) => revoked.has(id),
    add(id, until) {
      // Memory first: even when the disk fails, this process refuses the session.
      revoked.set(id, until);
      insert.run(id, Math.ceil(until));
      // The list grows only here, so here it is also kept short.
      const time = now();
      purge.run(time);
      for (const [old, end] of revoked) if (end <= time) revoked.delete(old);
    },
    probe: () => void count.get(),
    close: () => database.close(),
  };
}
