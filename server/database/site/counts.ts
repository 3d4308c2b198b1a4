import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { repeat } from '../../background-worker.ts';
import { type Dialect, serverTime } from '../dialect.ts';
import type { SiteDb } from '../site-types.ts';
import { within } from '../within.ts';

/** When something was counted under a key: moments in milliseconds since 1970, in the order in which they came. */
type Moments = readonly number[];

/** What is to stand under the key, when it is another than before, and what whoever asked wants to know. */
interface Decision<Result> {
  moments?: Moments;
  result: Result;
}

/** What is counted of one kind, by key. */
interface Counted {
  /**
   * Asks for what stands under a key, and changes it, with nobody in between. `decide` may be asked several times, and must do nothing but
   * decide; `now` is of the clock that all moments of this kind are of. Never rejects for a database that is away.
   */
  decide<Result>(key: string, decide: (moments: Moments, now: number) => Decision<Result>): Promise<Result>;
}

interface CountOptions {
  /** Milliseconds after the last moment in which a key is of interest. */
  windowMs: number;
  /** Keys that are remembered; those that were used least lately go first, so that a flood of made-up keys fills nothing. */
  maxKeys?: number;
}

/** What is counted, by kind: a word such as `login-address`. */
export interface Counts {
  of(kind: string, options: CountOptions): Counted;
  close(): Promise<void>;
}

const defaultMaxKeys = 50_000;

/** Counts of one process, in its memory. `now` gives milliseconds since 1970. */
export function countsInMemory(now: () => number = Date.now): Counts {
  const kinds = new Map<string, LRUCache<string, Moments>>();
  return {
    of(kind, { maxKeys = defaultMaxKeys }) {
      // By size, one each: `max` would take the room of all of them at once, a megabyte.
      const kept =
        kinds.get(kind) ?? new LRUCache<string, Moments>({ maxSize: maxKeys, sizeCalculation: () => 1 });
      kinds.set(kind, kept);
      return {
        async decide(key, decide) {
          // Keys come from the network: hashed, they are all of one length.
          const short = createHash('sha256').update(key).digest('base64url');
          const { moments, result } = decide(kept.get(short) ?? [], now());
          if (moments?.length === 0) kept.delete(short);
          else if (moments) kept.set(short, moments);
          return result;
        },
      };
    },
    close: async () => {},
  };
}

/** Where one process is all there is, in its memory; where there may be several, in the table that they share. */
export function openCounts(dialect: Dialect, options: SharedCountsOptions): Counts {
  return dialect === 'sqlite' ? countsInMemory() : sharedCounts(options);
}

export interface SharedCountsOptions {
  db: SiteDb;
  /** Of SESSION_SECRET, for this purpose: the table has no address and no account, and nobody can try them all. */
  secret: Buffer;
  log: Logger;
  /** For tests; otherwise the clock of the database, which is one for all. */
  now?: () => number;
}

/** How often what is over is forgotten, in milliseconds. */
const forgetEveryMs = 60_000;
/** How long an answer of the database is waited for, and how long it is not asked after it gave none, in milliseconds. */
const patienceMs = 2_000;
const awayMs = 2_000;
/** Each that is in vain means that somebody else has counted, and a key is counted a few times only. */
const maxAttempts = 100;

/**
 * Counts in the table `counts`. A change is written only over what it was decided by, so that of many at once, in whatever process, each
 * is judged by all before it; what changes nothing, as a guess too many, writes nothing. While the database is away each process counts
 * by itself, beginning with what it has last seen (docs/decisions/0042).
 */
export function sharedCounts({ db, secret, log, now }: SharedCountsOptions): Counts {
  const kinds = new Map<string, Required<CountOptions>>();
  const own = countsInMemory(now);
  let awayUntil = Number.NEGATIVE_INFINITY;
  let isAway = false;

  async function read(kind: string, key: string): Promise<{ value: string | null; now: number }> {
    const value = sql<string | null>`(select value from counts where kind = ${kind} and key = ${key})`;
    const clock = now ? sql<number>`${Math.floor(now())}` : serverTime;
    const { rows } = await sql<{
      value: string | null;
      now: number;
    }>`select ${value} as value, ${clock} as now`.execute(db);
    return { value: rows[0]?.value ?? null, now: Number(rows[0]?.now) };
  }

  /** True when what was there is replaced; false when somebody was faster. */
  async function replace(
    kind: string,
    key: string,
    before: string | null,
    moments: Moments,
  ): Promise<boolean> {
    const last = moments.at(-1);
    if (last === undefined) {
      if (before === null) return true;
      const { numDeletedRows } = await db
        .deleteFrom('counts')
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('value', '=', before)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    }
    const value = JSON.stringify(moments);
    const forget_at = last + (kinds.get(kind)?.windowMs ?? 0);
    if (before === null) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('counts')
        .values({ kind, key, value, forget_at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    }
    const { numUpdatedRows } = await db
      .updateTable('counts')
      .set({ value, forget_at })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('value', '=', before)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function decideThere<Result>(
    kind: string,
    key: string,
    decide: (moments: Moments, now: number) => Decision<Result>,
  ): Promise<{ seen: Moments; result: Result }> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { value, now: time } = await read(kind, key);
      const before = momentsOf(value);
      const { moments, result } = decide(before, time);
      if (!moments) return { seen: before, result };
      if (await replace(kind, key, value, moments)) return { seen: moments, result };
    }
    throw new Error(`sharedCounts: ${kind} is counted too often at once`);
  }

  function noteAnswer(error?: unknown): void {
    if (error === undefined) {
      if (isAway) log.info('attempts and forms are counted together again');
      isAway = false;
      return;
    }
    awayUntil = performance.now() + awayMs;
    if (!isAway)
      log.warn(
        { err: error },
        'attempts and forms cannot be counted together; each process counts by itself',
      );
    isAway = true;
  }

  async function forget(): Promise<void> {
    for (const [kind, { maxKeys }] of kinds) {
      await db
        .deleteFrom('counts')
        .where('kind', '=', kind)
        .where(({ eb, or, selectFrom }) =>
          or([
            eb('forget_at', '<=', now ? now() : serverTime),
            eb(
              'forget_at',
              '<',
              selectFrom('counts as others')
                .select('others.forget_at')
                .where('others.kind', '=', kind)
                .orderBy('others.forget_at', 'desc')
                .offset(maxKeys - 1)
                .limit(1),
            ),
          ]),
        )
        .execute();
    }
  }
  const forgetting = repeat(forgetEveryMs, forget, (error) =>
    log.debug({ err: error }, 'what was counted long ago cannot be forgotten now'),
  );

  return {
    of(kind, { windowMs, maxKeys = defaultMaxKeys }) {
      kinds.set(kind, { windowMs, maxKeys });
      const here = own.of(kind, { windowMs, maxKeys });
      return {
        async decide(key, decide) {
          const hidden = createHmac('sha256', secret).update(`${kind} ${key}`).digest('base64url');
          if (performance.now() < awayUntil) return here.decide(hidden, decide);
          try {
            const { seen, result } = await within(patienceMs, decideThere(kind, hidden, decide));
            noteAnswer();
            await here.decide(hidden, () => ({ moments: seen, result: undefined }));
            return result;
          } catch (error) {
            noteAnswer(error);
            return here.decide(hidden, decide);
          }
        },
      };
    },
    close: forgetting.stop,
  };
}

function momentsOf(value: string | null): number[] {
  const moments: unknown = JSON.parse(value ?? '[]');
  return Array.isArray(moments) ? moments.map(Number) : [];
}
