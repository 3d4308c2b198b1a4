import { repeat } from '../../background-worker.ts';
import { isDiskFull } from '../../data-dir.ts';
import { isBusy } from '../../database/errors.ts';
import { noSignals, type Signals } from '../../database/signals.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { within } from '../../database/within.ts';

/** Sessions and device cookies that were ended by hand. In the database, because a replayed cookie must stay refused after a restart. */
export interface Revocations {
  /** Of the id of a session, or the hash of its token. */
  has(id: string): boolean;
  /**
   * Device cookies of this account (`accountOf`) that were given until then, in milliseconds since 1970, are void; 0 for none. Rejects when
   * the database cannot tell.
   */
  devicesVoidUntil(account: string): Promise<number>;
  /** Voids them, in the database when it resolves. After `forgetAt` none of them would be good anyhow. */
  voidDevices(account: string, until: number, forgetAt: number): Promise<void>;
  /**
   * Ends a session. True when that is in the database and the other processes were told, false when the disk is full. Rejects when the
   * database takes nothing for another reason. Whatever comes of it, this process refuses the session, and writes it down as soon as it can.
   * `until`: milliseconds since 1970 after which the session is over anyhow.
   */
  add(id: string, until: number): Promise<boolean>;
  /** Rejects when the database cannot be read. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/**
 * How much longer than needed what was ended is remembered. A clock that runs ahead, be it by a year, must not forget it: when the
 * clock comes back, the cookie would be good again.
 */
const keptLongerMs = 400 * 24 * 3_600_000;
/** How long a revocation that could not be written down waits for its next try. */
const retryMs = 2_000;
/** How often a process looks for what it was not told, in milliseconds: `npm run studio -- admin` tells nobody that runs on SQLite. */
const lookMs = 5_000;
/** How far the clock of another machine may be ahead of ours. */
const skewMs = 5 * 60_000;
/** A database that has not answered after so long is taken for one that is away, in milliseconds; longer than it waits for a lock itself. */
const defaultPatienceMs = 7_000;

export interface RevocationsOptions {
  db: SiteDb;
  /** Tells the other processes, and hears them. */
  signals?: Signals;
  /** Hears of every session that has ended, here or elsewhere. */
  onEnded?: (id: string) => void;
  patienceMs?: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * The list of sessions is held in memory, so that a check costs a look into a map; what other processes end comes in by signals, and by
 * looks into the table, for those that got lost. That of devices is asked for at sign-ins only, and read from the database: `npm run studio -- admin`
 * writes there too, beside a running server.
 */
export async function openRevocations(options: RevocationsOptions): Promise<Revocations> {
  const { db, signals = noSignals, onEnded = () => {}, patienceMs = defaultPatienceMs, now } = options;
  const oldEnough = () => now() - keptLongerMs;
  const revoked = new Map<string, number>();
  /** Ended, and not yet written down. */
  const unwritten = new Map<string, number>();
  /** Devices that the database had no room for: this process still knows. */
  const voidHere = new Map<string, number>();

  function note(id: string, until: number): void {
    if (!revoked.has(id)) onEnded(id);
    revoked.set(id, until);
  }

  const soon = <Result>(work: Promise<Result>) => within(patienceMs, work);
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
    // Who does not hear it finds it in the table.
    await soon(signals.publish('session-ended', JSON.stringify([id, Math.ceil(until)]))).catch(() => {});
  }

  /** Of those that end later than `after`. */
  async function readAnew(after: number): Promise<void> {
    const rows = await db
      .selectFrom('revoked_sessions')
      .select(['id', 'until'])
      .where('until', '>', Math.floor(after))
      .execute();
    for (const { id, until } of rows) note(id, Number(until));
  }

  // Before it is read, so that nothing is missed in between.
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
  // A session that is over by its age needs no list; a clock may be behind.
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
      // Memory first: even when the database fails, this process refuses the session.
      note(id, until);
      unwritten.set(id, until);
      try {
        await writeDown(id, until);
        await forgetOld();
      } catch (error) {
        if (!isDiskFull(error) && !isBusy(error)) throw error;
        return false;
      }
      // The list grows only here, so here it is also kept short.
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

/** What a signal of another process says; undefined for what none of this release has said. */
function endedIn(value: string): [id: string, until: number] | undefined {
  try {
    const [id, until] = JSON.parse(value) as unknown[];
    return typeof id === 'string' && typeof until === 'number' ? [id, until] : undefined;
  } catch {
    return undefined;
  }
}
