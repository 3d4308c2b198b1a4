import { repeat } from '../../background-worker.ts';
import { isDiskFull } from '../../data-dir.ts';
import { isBusy } from '../../database/errors.ts';
import { noSignals, type Signals } from '../../database/signals.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { withTimeout } from '../../database/timeout.ts';

/**
 * Sessions and device cookies that were revoked. Stored in the database, because a replayed cookie must remain
 * refused after a restart.
 */
export interface Revocations {
  /** `id` is the id of a session, or the hash of its token. */
  has(id: string): boolean;
  /**
   * Returns the time, in milliseconds since 1970, before which all issued device cookies of this account
   * (`accountOf`) are void; 0 for none. Rejects if the database cannot be read.
   */
  devicesVoidUntil(account: string): Promise<number>;
  /**
   * Voids the device cookies, and resolves once the database has recorded it. After `forgetAt` none of them would be
   * valid anyway.
   */
  voidDevices(account: string, until: number, forgetAt: number): Promise<void>;
  /**
   * Revokes a session. Resolves with true once the database has recorded it and the other processes were signalled,
   * with false if the disk is full. Rejects if the write fails for another reason. In every case this process refuses
   * the session, and records it as soon as possible. `until`: milliseconds since 1970 after which the session is over
   * anyway.
   */
  add(id: string, until: number): Promise<boolean>;
  /** Rejects if the database cannot be read. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/**
 * How much longer than necessary a revocation is stored. A clock that is ahead, even by a year, must not delete it:
 * once the clock is corrected, the cookie would be valid again.
 */
const keptLongerMs = 400 * 24 * 3_600_000;
/** Milliseconds until a revocation that could not be recorded is retried. */
const retryMs = 2_000;
/**
 * How often a process polls for revocations without a signal, in milliseconds: on SQLite `npm run studio -- admin`
 * sends no signals.
 */
const lookMs = 5_000;
/** How far the clock of another machine may be ahead of this one. */
const skewMs = 5 * 60_000;
/**
 * After this many milliseconds without an answer the database counts as unavailable; longer than its own wait for a
 * lock.
 */
const defaultPatienceMs = 7_000;

export interface RevocationsOptions {
  db: SiteDb;
  /** Connection to the other processes, in both directions. */
  signals?: Signals;
  /** Called for every session that has ended, in this process or another. */
  onEnded?: (id: string) => void;
  patienceMs?: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Opens the revocations. The list of sessions is in memory, so that a check is a look-up in a map. Revocations by
 * other processes arrive as signals, and by polling the table for lost signals. The list of devices is read from the
 * database, at sign-ins only: `npm run studio -- admin` writes to the database too, while a server runs.
 */
export async function openRevocations(options: RevocationsOptions): Promise<Revocations> {
  const { db, signals = noSignals, onEnded = () => {}, patienceMs = defaultPatienceMs, now } = options;
  const oldEnough = () => now() - keptLongerMs;
  const revoked = new Map<string, number>();
  /** Revocations that are not recorded in the database yet. */
  const unwritten = new Map<string, number>();
  /** Voided devices that could not be written to the database: known to this process only. */
  const voidHere = new Map<string, number>();

  function note(id: string, until: number): void {
    if (!revoked.has(id)) onEnded(id);
    revoked.set(id, until);
  }

  const soon = <Result>(work: Promise<Result>) => withTimeout(patienceMs, work);
  const forgetOld = () => soon(db.deleteFrom('revoked_sessions').where('until', '<=', oldEnough()).execute());

  async function writeDown(id: string, until: number): Promise<void> {
    await soon(
      db
        .insertInto('revoked_sessions')
        .values({ id, until: Math.ceil(until) })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(({ ref }) => ({ until: ref('excluded.until') })),
        )
        .execute(),
    );
    unwritten.delete(id);
    // A process that misses the signal finds the revocation in the table.
    await soon(signals.publish('session-ended', JSON.stringify([id, Math.ceil(until)]))).catch(() => {});
  }

  /** Reads the revocations of sessions that end later than `after`. */
  async function readAnew(after: number): Promise<void> {
    const rows = await db
      .selectFrom('revoked_sessions')
      .select(['id', 'until'])
      .where('until', '>', Math.floor(after))
      .execute();
    for (const { id, until } of rows) note(id, Number(until));
  }

  // Subscribes before the table is read, so that no revocation is missed in between.
  const stops = [
    signals.on('session-ended', (value) => {
      const ended = endedIn(value);
      if (ended) note(...ended);
    }),
    signals.onGap(() => void readAnew(oldEnough()).catch(() => {})),
  ];
  await forgetOld();
  await readAnew(Number.MIN_SAFE_INTEGER);

  const writeRest = async () => {
    for (const [id, until] of [...unwritten]) await writeDown(id, until);
  };
  const writer = repeat(retryMs, () => soon(writeRest()));
  // A session that is over by its age needs no revocation; the margin is for clocks that are behind.
  const reader = repeat(lookMs, () => soon(readAnew(now() - skewMs)));

  return {
    has: (id) => revoked.has(id),
    async devicesVoidUntil(account) {
      const row = await soon(
        db.selectFrom('void_devices').select('until').where('account', '=', account).executeTakeFirst(),
      );
      return Math.max(Number(row?.until ?? 0), voidHere.get(account) ?? 0);
    },
    async voidDevices(account, until, forgetAt) {
      voidHere.set(account, until);
      await soon(db.deleteFrom('void_devices').where('forget_at', '<=', oldEnough()).execute());
      const values = { account, until: Math.ceil(until), forget_at: Math.ceil(forgetAt) };
      await soon(
        db
          .insertInto('void_devices')
          .values(values)
          .onConflict((conflict) => conflict.column('account').doUpdateSet(values))
          .execute(),
      );
      voidHere.delete(account);
    },
    async add(id, until) {
      // Memory first: this process refuses the session even if the database fails.
      note(id, until);
      unwritten.set(id, until);
      try {
        await writeDown(id, until);
        await forgetOld();
      } catch (error) {
        if (!isDiskFull(error) && !isBusy(error)) throw error;
        return false;
      }
      // The list grows only here, so it is pruned here too.
      const time = oldEnough();
      for (const [old, end] of revoked) if (end <= time) revoked.delete(old);
      return true;
    },
    async probe() {
      await db.selectFrom('revoked_sessions').select('id').limit(1).execute();
    },
    async close() {
      for (const stop of stops) stop();
      await Promise.all([writer.stop(), reader.stop()]);
      await soon(writeRest()).catch(() => {});
    },
  };
}

/** Parses the signal of another process; undefined for a value that this release would not send. */
function endedIn(value: string): [id: string, until: number] | undefined {
  try {
    const [id, until] = JSON.parse(value) as unknown[];
    return typeof id === 'string' && typeof until === 'number' ? [id, until] : undefined;
  } catch {
    return undefined;
  }
}
