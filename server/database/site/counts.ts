import { createHmac, hash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { repeat, withTimeout } from '../../process/work.ts';
import { type Dialect, dialectOf, timeOf } from '../dialect.ts';
import type { SiteDb } from '../site-types.ts';

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

/** Gives access to the counts of a kind, which is a word such as `login-address`. */
export interface Counts {
  /** A key is remembered for `windowMs` milliseconds after it was last counted. */
  of(kind: string, windowMs: number): Counted;
  close(): Promise<void>;
}

/**
 * The most keys of a kind that are remembered. The least recently used keys are dropped first, so that a flood of
 * made-up keys does not fill the memory.
 */
const maxKeys = 50_000;

/** Counts of one process, in memory. `now` returns milliseconds since 1970. */
export function countsInMemory(now: () => number = Date.now): Counts {
  const kinds = new Map<string, LRUCache<string, Moments>>();
  return {
    of(kind) {
      // Limited by `maxSize` with a size of one per entry: `max` would preallocate all entries, a megabyte.
      const counted =
        kinds.get(kind) ?? new LRUCache<string, Moments>({ maxSize: maxKeys, sizeCalculation: () => 1 });
      kinds.set(kind, counted);
      return {
        async decide(key, decide) {
          // The keys come from the network and may have any length, so they are replaced by hashes, which all have
          // the same length.
          const short = hash('sha256', key, 'base64url');
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
 * Counts in the table `counts`. Changes of a key take turns, in any process. A decision that changes nothing, such as a
 * refusal, neither waits nor writes. While the database is unavailable each process counts in memory, starting from the
 * last values that it has read (docs/decisions/0042).
 */
function sharedCounts({ db, secret, log, now }: SharedCountsOptions): Counts {
  const kinds = new Set<string>();
  const own = countsInMemory(now);
  const time = async (tx: SiteDb) => (now ? Math.floor(now()) : timeOf(tx));
  let isLogged = false;

  const forgetting = repeat(
    forgetEveryMs,
    async () => {
      for (const kind of kinds) await forgetCounts(db, kind, await time(db));
    },
    (error) => log.debug({ err: error }, 'expired counts cannot be deleted now'),
  );

  return {
    of(kind, windowMs) {
      kinds.add(kind);
      const here = own.of(kind, windowMs);
      return {
        async decide(key, decide) {
          const hidden = createHmac('sha256', secret).update(`${kind} ${key}`).digest('base64url');
          const look = async (on: SiteDb) => {
            const before = await readCount(on, kind, hidden);
            return { before, ...decide(before, await time(on)) };
          };
          const inTurn = async () => {
            // A flood of refused attempts must not wait in line with all connections.
            const refused = await look(db);
            if (!refused.moments) return refused;
            return db.transaction().execute(async (tx) => {
              if (dialectOf(tx) === 'postgres')
                await sql`select pg_advisory_xact_lock(hashtextextended(${hidden}, 0))`.execute(tx);
              const decided = await look(tx);
              if (decided.moments) await writeCount(tx, { kind, key: hidden, windowMs }, decided.moments);
              return decided;
            });
          };
          try {
            const { before, moments = before, result } = await withTimeout(patienceMs, inTurn());
            isLogged = false;
            await here.decide(hidden, () => ({ moments, result: undefined }));
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

async function readCount(db: SiteDb, kind: string, key: string): Promise<number[]> {
  const row = await db
    .selectFrom('counts')
    .select('value')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return JSON.parse(row?.value ?? '[]');
}

/** `windowMs`: how long the row is needed after its key was last counted. */
async function writeCount(
  tx: SiteDb,
  { kind, key, windowMs }: { kind: string; key: string; windowMs: number },
  moments: Moments,
) {
  const last = moments.at(-1);
  if (last === undefined) {
    await tx.deleteFrom('counts').where('kind', '=', kind).where('key', '=', key).execute();
    return;
  }
  const counted = { value: JSON.stringify(moments), forget_at: last + windowMs };
  await tx
    .insertInto('counts')
    .values({ kind, key, ...counted })
    .onConflict((known) => known.columns(['kind', 'key']).doUpdateSet(counted))
    .execute();
}

/** Deletes the expired rows of a kind. Of the others, only the `maxKeys` rows that expire last stay. */
async function forgetCounts(db: SiteDb, kind: string, now: number) {
  await db
    .deleteFrom('counts')
    .where('kind', '=', kind)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('forget_at', '<=', now),
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
