import { repeat } from '../../background-worker.ts';
import { isDiskFull } from '../../data-dir.ts';
import { isBusy } from '../../database/errors.ts';
import { noSignals, type Signals } from '../../database/signals.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { withTimeout } from '../../database/timeout.ts';

/**
 * Sessions and device cookies that were revoked. They are stored in the database, because a copied cookie must be
 * refused after a restart too.
 */
export interface Revocations {
  /** True if the session is revoked. `id` is the id of a session, or the hash of its token. */
  has(id: string): boolean;
  /**
   * Returns the time, in milliseconds since 1970, before which device cookies that were issued for this account
   * (`accountOf`) are void; 0 if none are void. Rejects if the database cannot be read.
   */
  devicesVoidUntil(account: string): Promise<number>;
  /**
   * Makes all device cookies of the account void that were issued before `until`, and resolves once the database has
   * recorded this. The database may forget `until` after `forgetAt`, when these cookies have expired anyway.
   */
  voidDevices(account: string, until: number, forgetAt: number): Promise<void>;
  /**
   * Revokes a session. Resolves with true once the database has recorded the revocation and the other processes were
   * signalled, and with false if the disk is full. Rejects if the write fails for another reason. In every case this
   * process refuses the session, and records the revocation as soon as it can. `until` is when the session ends
   * anyway, in milliseconds since 1970.
   */
  add(id: string, until: number): Promise<boolean>;
  /** Rejects if the database cannot be read. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/**
 * How much longer than necessary a revocation is stored, in milliseconds. A clock that is ahead, even by a year, must
 * not cause the deletion of a revocation: once the clock is corrected, the revoked cookie would be valid again.
 */
const keptLongerMs = 400 * 24 * 3_600_000;
/** Milliseconds until a revocation that could not be recorded is retried. */
const retryMs = 2_000;
/**
 * How often a process reads new revocations from the database, in milliseconds. Signals are not enough: on SQLite,
 * `npm run studio -- admin` writes revocations to the database but sends no signals.
 */
const lookMs = 5_000;
/** How far the clock of another machine may be ahead of this one, in milliseconds. */
const skewMs = 5 * 60_000;
/**
 * Milliseconds until a query without an answer fails, because the database counts as unavailable. Longer than the
 * database itself waits for a lock.
 */
const defaultTimeoutMs = 7_000;

interface RevocationsOptions {
  db: SiteDb;
  /** Signals to and from the other processes of the site. */
  signals?: Signals;
  /** Called for every session that was revoked, in this process or another. */
  onEnded?: (id: string) => void;
  patienceMs?: number;
  /** Returns milliseconds since 1970. */
  now: () => number;
}

/**
 * Opens the revocations. Revoked sessions are kept in memory. Revocations by other processes arrive as signals; they
 * are also read from the database regularly, in case a signal was lost. Void device cookies are read from the
 * database at each sign-in, because `npm run studio -- admin` may change them while a server runs.
 */
export async function openRevocations(options: RevocationsOptions): Promise<Revocations> {
  const { db, signals = noSignals, onEnded = () => {}, patienceMs = defaultTimeoutMs, now } = options;
  const oldEnough = () => now() - keptLongerMs;
  const revoked = new Map<string, number>();
  /** Revocations that this process could not write to the database yet. */
  const unwritten = new Map<string, number>();
  /**
   * Keyed by account: the time before which device cookies are void. Contains only times that could not be written to
   * the database, so that only this process knows them.
   */
  const voidHere = new Map<string, number>();

  function note(id: string, until: number): void {
    if (!revoked.has(id)) onEnded(id);
    revoked.set(id, until);
  }

  const soon = <Result>(work: Promise<Result>) => withTimeout(patienceMs, work);
  const forgetOld = () => soon(db.deleteFrom('revoked_sessions').where('until', '<=', oldEnough()).execute());

  async function writeDown(id: string, until: number): Promise<void> {
    await soon(
      db.transaction().execute(async (tx) => {
        await signals.publish('session-ended', JSON.stringify([id, Math.ceil(until)]), tx);
        await tx
          .insertInto('revoked_sessions')
          .values({ id, until: Math.ceil(until) })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet(({ ref }) => ({ until: ref('excluded.until') })),
          )
          .execute();
      }),
    );
    unwritten.delete(id);
  }

  /** Reads the revocations of sessions whose regular end is later than `after`. */
  async function readAnew(after: number): Promise<void> {
    const rows = await db
      .selectFrom('revoked_sessions')
      .select(['id', 'until'])
      .where('until', '>', Math.floor(after))
      .execute();
    for (const { id, until } of rows) note(id, Number(until));
  }

  // Subscribes before the database is read, so that no revocation is missed in between.
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
  // Sessions that have reached their regular end need no revocation, so only revocations with a later end are read.
  // `skewMs` is a margin for differences between clocks.
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
      // The revocation is stored in memory first, so that this process refuses the session even if the database
      // fails.
      note(id, until);
      unwritten.set(id, until);
      try {
        await writeDown(id, until);
        await forgetOld();
      } catch (error) {
        if (!isDiskFull(error) && !isBusy(error)) throw error;
        return false;
      }
      // Old entries are deleted from memory too.
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

/** Parses the signal of another process; undefined for a value that no process of this release would send. */
function endedIn(value: string): [id: string, until: number] | undefined {
  try {
    const [id, until] = JSON.parse(value) as unknown[];
    return typeof id === 'string' && typeof until === 'number' ? [id, until] : undefined;
  } catch {
    return undefined;
  }
}
