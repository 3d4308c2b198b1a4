import type { SiteDb } from '../../database/site-types.ts';
import { noSignals } from '../../database/sqlite.ts';
import type { Signals } from '../../database/state.ts';
import { repeat, withTimeout } from '../../process/work.ts';

/**
 * How much longer than necessary a revocation is stored, in milliseconds. A clock that is ahead, even by a year, must
 * not cause the deletion of a revocation: once the clock is corrected, the revoked cookie would be valid again.
 */
const keptLongerMs = 400 * 24 * 3_600_000;
/**
 * How often a process writes what could not be recorded, and reads new revocations, in milliseconds. Signals are not
 * enough: on SQLite, `npm run studio -- admin` writes revocations to the database but sends no signals.
 */
const lookMs = 5_000;
/** How far the clock of another machine may be ahead of this one, in milliseconds. */
const skewMs = 5 * 60_000;
/**
 * Milliseconds until a query without an answer fails, because the database counts as unavailable. Longer than the
 * database itself waits for a lock.
 */
const patienceMs = 7_000;
const soon = <Result>(work: Promise<Result>) => withTimeout(patienceMs, work);

interface RevocationsOptions {
  db: SiteDb;
  /** Signals to and from the other processes of the site. */
  signals?: Signals;
  /** Called for every session that was revoked, in this process or another. */
  onEnded?: (id: string) => void;
  /** Returns milliseconds since 1970. */
  now: () => number;
}

export type Revocations = Awaited<ReturnType<typeof openRevocations>>;

/**
 * Opens the list of sessions and device cookies that were revoked. It is stored in the database, because a copied cookie
 * must be refused after a restart too. Revoked sessions are also kept in memory; those of other processes arrive as
 * signals, and are read from the database regularly. Void device cookies are read from the database at each sign-in,
 * because `npm run studio -- admin` may change them while a server runs.
 */
export async function openRevocations({
  db,
  signals = noSignals,
  onEnded = () => {},
  now,
}: RevocationsOptions) {
  const revoked = new Set<string>();
  /** Writes to the database that have not succeeded yet, by session or account. */
  const unwritten = new Map<string, () => Promise<unknown>>();

  function note(id: string) {
    if (!revoked.has(id)) onEnded(id);
    revoked.add(id);
  }

  /** Writes to the database. A write that fails stays in `unwritten`. */
  async function write(key: string, work: () => Promise<unknown>) {
    unwritten.set(key, work);
    await soon(work());
    if (unwritten.get(key) === work) unwritten.delete(key);
  }

  /** Reads the revocations of sessions whose regular end is later than `after`. */
  async function read(after: number) {
    const later = db.selectFrom('revoked_sessions').select('id').where('until', '>', Math.floor(after));
    for (const { id } of await later.execute()) note(id);
  }

  // Subscribes before the database is read, so that no revocation is missed in between.
  const unsubscribe = signals.on('session-ended', (value) => note(JSON.parse(value)[0]));
  const old = now() - keptLongerMs;
  await soon(db.deleteFrom('revoked_sessions').where('until', '<=', old).execute());
  await soon(db.deleteFrom('void_devices').where('forget_at', '<=', old).execute());
  await read(Number.MIN_SAFE_INTEGER);

  const writeRest = async () => {
    for (const key of [...unwritten.keys()]) {
      // Meanwhile a later write of the same account may stand here, or none.
      const work = unwritten.get(key);
      if (work) await write(key, work);
    }
  };
  const worker = repeat(lookMs, async () => {
    await writeRest();
    // Sessions that have reached their regular end need no revocation, so only those with a later end are read.
    await soon(read(now() - skewMs));
  });

  return {
    /** True if the session is revoked. `id` is the id of a session, or the hash of its token. */
    has: (id: string) => revoked.has(id),
    /**
     * Returns the time, in milliseconds since 1970, before which device cookies that were issued for this account
     * (`accountOf`) are void; 0 if none are void. Rejects if the database cannot be read, or lacks a time that could
     * not be recorded yet.
     */
    async devicesVoidUntil(account: string) {
      const waiting = unwritten.get(`account ${account}`);
      if (waiting) await write(`account ${account}`, waiting);
      const row = await soon(
        db.selectFrom('void_devices').select('until').where('account', '=', account).executeTakeFirst(),
      );
      return Number(row?.until ?? 0);
    },
    /**
     * Makes all device cookies of the account void that were issued before `until`, and resolves once the database has
     * recorded this. Rejects if it cannot be recorded: this process records it as soon as it can. The database may
     * forget `until` after `forgetAt`, when these cookies have expired anyway.
     */
    voidDevices(account: string, until: number, forgetAt: number) {
      const values = { account, until: Math.ceil(until), forget_at: Math.ceil(forgetAt) };
      return write(`account ${account}`, () =>
        db
          .insertInto('void_devices')
          .values(values)
          .onConflict((conflict) => conflict.column('account').doUpdateSet(values))
          .execute(),
      );
    },
    /**
     * Revokes a session. Resolves once the database has recorded the revocation and the other processes were signalled.
     * Rejects if it cannot be recorded: this process refuses the session nevertheless, and records the revocation as
     * soon as it can. `end` is when the session ends anyway, in milliseconds since 1970.
     */
    async add(id: string, end: number) {
      note(id);
      const until = Math.ceil(end);
      await write(`session ${id}`, () =>
        db.transaction().execute(async (tx) => {
          await signals.publish('session-ended', JSON.stringify([id, until]), tx);
          await tx
            .insertInto('revoked_sessions')
            .values({ id, until })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ until }))
            .execute();
        }),
      );
    },
    /** Rejects if the database cannot be read. */
    async probe() {
      await db.selectFrom('revoked_sessions').select('id').limit(1).execute();
    },
    async close() {
      unsubscribe();
      await worker.stop();
      await writeRest().catch(() => {});
    },
  };
}
