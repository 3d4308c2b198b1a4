import { createHash, createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { repeat } from '../../background-worker.ts';
import { type Dialect, serverTime } from '../dialect.ts';
import type { SiteDb } from '../site-types.ts';
import { withTimeout } from '../timeout.ts';

/** The times at which a key was counted, in milliseconds since 1970, oldest first. */
type Moments = readonly number[];

interface Decision<Result> {
  /** The times to be stored for the key instead of the present ones; absent when nothing changes. */
  moments?: Moments;
  /** The result for the caller. */
  result: Result;
}

/** The counts of one kind, by key. */
interface Counted {
  /**
   * Reads the times at which a key was counted and changes them, atomically. `decide` may be called several times,
   * and must have no side effects. Its `now` comes from the clock that all times of this kind use. Also works while
   * the database is unavailable.
   */
  decide<Result>(key: string, decide: (moments: Moments, now: number) => Decision<Result>): Promise<Result>;
}

interface CountOptions {
  /** How long a key is remembered after it was last counted, in milliseconds. */
  windowMs: number;
  /**
   * The most keys that are remembered. The least recently used keys are dropped first, so that a flood of made-up
   * keys does not fill the memory.
   */
  maxKeys?: number;
}

/** Gives access to the counts of a kind, which is a word such as `login-address`. */
export interface Counts {
  of(kind: string, options: CountOptions): Counted;
  close(): Promise<void>;
}

const defaultMaxKeys = 50_000;

/** Counts of one process, in memory. `now` returns milliseconds since 1970. */
export function countsInMemory(now: () => number = Date.now): Counts {
  const kinds = new Map<string, LRUCache<string, Moments>>();
  return {
    of(kind, { maxKeys = defaultMaxKeys }) {
      // Limited by `maxSize` with a size of one per entry: `max` would preallocate all entries, a megabyte.
      const counted =
        kinds.get(kind) ?? new LRUCache<string, Moments>({ maxSize: maxKeys, sizeCalculation: () => 1 });
      kinds.set(kind, counted);
      return {
        async decide(key, decide) {
          // The keys come from the network and may have any length, so they are replaced by hashes, which all have
          // the same length.
          const short = createHash('sha256').update(key).digest('base64url');
          const { moments, result } = decide(counted.get(short) ?? [], now());
          if (moments?.length === 0) counted.delete(short);
          else if (moments) counted.set(short, moments);
          return result;
        },
      };
    },
    close: async () => {},
  };
}

/** Opens counts in memory for a single process, or in a table where several processes may share a database. */
export function openCounts(dialect: Dialect, options: SharedCountsOptions): Counts {
  return dialect === 'sqlite' ? countsInMemory() : sharedCounts(options);
}

interface SharedCountsOptions {
  db: SiteDb;
  /**
   * Derived from SESSION_SECRET. The keys in the table are hashed with this secret, so that they cannot be guessed.
   */
  secret: Buffer;
  log: Logger;
  /** For tests; by default the clock of the database, which all processes share. */
  now?: () => number;
}

/** How often expired counts are deleted, in milliseconds. */
const forgetEveryMs = 60_000;
/** How long to wait for an answer of the database, in milliseconds. */
const patienceMs = 2_000;
/**
 * The most attempts to write one count, after which an error is thrown. An attempt fails if another process has
 * changed the count in between.
 */
const maxAttempts = 100;

/**
 * Counts in the table `counts`. A change is written only if the value on which it was decided is still stored, so
 * concurrent decisions in any process see all earlier ones. A decision that changes nothing, such as a refusal,
 * writes nothing. While the database is unavailable each process counts in memory, starting from the last values that
 * it has read (docs/decisions/0042).
 */
function sharedCounts({ db, secret, log, now }: SharedCountsOptions): Counts {
  const kinds = new Map<string, Required<CountOptions>>();
  const own = countsInMemory(now);
  const table: CountsTable = {
    db,
    // Rounded to whole milliseconds, as in the database.
    clock: () => (now ? sql<number>`${Math.floor(now())}` : serverTime),
  };
  let isLogged = false;

  async function forget(): Promise<void> {
    for (const [kind, { maxKeys }] of kinds) await forgetCounts(table, kind, maxKeys);
  }
  const forgetting = repeat(forgetEveryMs, forget, (error) =>
    log.debug({ err: error }, 'expired counts cannot be deleted now'),
  );

  return {
    of(kind, { windowMs, maxKeys = defaultMaxKeys }) {
      kinds.set(kind, { windowMs, maxKeys });
      const here = own.of(kind, { windowMs, maxKeys });
      return {
        async decide(key, decide) {
          const hidden = createHmac('sha256', secret).update(`${kind} ${key}`).digest('base64url');
          try {
            const count = { kind, key: hidden, windowMs };
            const { seen, result } = await withTimeout(patienceMs, decideThere(table, count, decide));
            isLogged = false;
            await here.decide(hidden, () => ({ moments: seen, result: undefined }));
            return result;
          } catch (error) {
            if (!isLogged) log.warn({ err: error }, away);
            isLogged = true;
            return here.decide(hidden, decide);
          }
        },
      };
    },
    close: forgetting.stop,
  };
}

const away = 'attempts and forms cannot be counted across processes; each process counts by itself';

interface CountsTable {
  db: SiteDb;
  /** The time in milliseconds since 1970, as an SQL expression. */
  clock(): RawBuilder<number>;
}

/** A row of the table `counts`. `windowMs`: how long the row is needed after its key was last counted. */
interface Count {
  kind: string;
  key: string;
  windowMs: number;
}

/** Reads a count, decides, and writes the count; repeats if another process has written it in between. */
async function decideThere<Result>(
  table: CountsTable,
  count: Count,
  decide: (moments: Moments, now: number) => Decision<Result>,
): Promise<{ seen: Moments; result: Result }> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { value, now } = await readCount(table, count);
    const before = momentsOf(value);
    const { moments, result } = decide(before, now);
    if (!moments) return { seen: before, result };
    if (await replaceCount(table, count, value, moments)) return { seen: moments, result };
  }
  throw new Error(`sharedCounts: too many concurrent counts of ${count.kind}`);
}

/** Reads the value of a row (null without one) and the time, in one query. */
async function readCount(
  { db, clock }: CountsTable,
  { kind, key }: Count,
): Promise<{ value: string | null; now: number }> {
  const value = sql`(select value from counts where kind = ${kind} and key = ${key})`;
  const { rows } = await sql<{
    value: string | null;
    now: number;
  }>`select ${value} as value, ${clock()} as now`.execute(db);
  return { value: rows[0]?.value ?? null, now: Number(rows[0]?.now) };
}

/** Inserts, updates or deletes the row. Returns false, without a change, when its value is no longer `before`. */
async function replaceCount(
  { db }: CountsTable,
  { kind, key, windowMs }: Count,
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
  const forget_at = last + windowMs;
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

/** Deletes the expired rows of a kind. Of the others, only the `maxKeys` rows that expire last stay. */
async function forgetCounts({ db, clock }: CountsTable, kind: string, maxKeys: number): Promise<void> {
  await db
    .deleteFrom('counts')
    .where('kind', '=', kind)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('forget_at', '<=', clock()),
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

function momentsOf(value: string | null): number[] {
  const moments: unknown = JSON.parse(value ?? '[]');
  return Array.isArray(moments) ? moments.map(Number) : [];
}
