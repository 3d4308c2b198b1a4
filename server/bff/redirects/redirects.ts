import type { Logger } from 'pino';
import { repeat } from '../../background-worker.ts';
import type { RowId } from '../../database/row-id.ts';
import { noSignals, type Signals } from '../../database/signals.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { within } from '../../database/within.ts';
import { wireForm } from './addresses.ts';
import { arrivalOf, redirectFor } from './chains.ts';
import { readAlive, readRevision } from './store.ts';

/**
 * How often a process looks whether another one, or a command, has changed something, and writes down what was counted: so much of it a
 * process that is killed takes along. Milliseconds.
 */
const lookMs = 3_000;
/** A database that has not answered after so long is taken for one that is away. */
const patienceMs = 7_000;

/** Where old addresses lead. A look into it asks no database. */
export interface Redirects {
  readonly db: SiteDb;
  /** Where a target (path with query) that is nobody's leads, as `Location`; undefined where it leads nowhere. Counts a hit. */
  lead(target: string): string | undefined;
  /** To be called after a change was committed: this process goes by it when that resolves, the others within a second. */
  changed(): Promise<void>;
  /** Writes down what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface RedirectsOptions {
  db: SiteDb;
  signals?: Signals;
  log: Logger;
  everyMs?: number;
}

interface Entry {
  id: RowId;
  to: string;
}

/**
 * All redirects in memory, read when their revision is another one: a site is looked over by robots that ask for thousands of addresses
 * which never were. Hits are counted in memory too, and added to what other processes count.
 */
export async function openRedirects(options: RedirectsOptions): Promise<Redirects> {
  const { db, signals = noSignals, log, everyMs = lookMs } = options;
  let known = new Map<string, Entry>();
  let revision = -1;
  let hits = new Map<RowId, { count: number; at: number }>();

  const soon = <Result>(work: Promise<Result>) => within(patienceMs, work);

  async function readAnew(): Promise<void> {
    // The revision first: what is changed in between is read once more the next time.
    const now = await soon(readRevision(db));
    if (now === revision) return;
    const alive = await soon(readAlive(db));
    known = new Map(alive.map(({ from, id, to }) => [from, { id, to }]));
    revision = now;
  }

  let reading: Promise<void> | undefined;
  /** What is being read may be of before. */
  async function refresh(): Promise<void> {
    await reading?.catch(() => {});
    reading ??= readAnew().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  async function writeHits(): Promise<void> {
    if (hits.size === 0) return;
    const counted = hits;
    hits = new Map();
    try {
      // In one order in all processes, so that none waits for another in a circle.
      const inOrder = [...counted].sort(([one], [other]) => one - other);
      await soon(
        db.transaction().execute(async (tx) => {
          for (const [id, { count, at }] of inOrder)
            await tx
              .updateTable('redirects')
              .set(({ eb, fn, val }) => ({
                hits: eb('hits', '+', count),
                last_hit_at: eb
                  .case()
                  .when(fn.coalesce('last_hit_at', val(0)), '>', at)
                  .then(eb.ref('last_hit_at'))
                  .else(at)
                  .end(),
              }))
              .where('id', '=', id)
              .execute();
        }),
      );
    } catch (error) {
      for (const [id, { count, at }] of counted) addHits(id, count, at);
      throw error;
    }
  }

  function addHits(id: RowId, count: number, at: number): void {
    const before = hits.get(id);
    hits.set(id, { count: (before?.count ?? 0) + count, at: Math.max(before?.at ?? 0, at) });
  }

  let flushing: Promise<void> | undefined;
  async function flush(): Promise<void> {
    await flushing?.catch(() => {});
    flushing ??= writeHits().finally(() => {
      flushing = undefined;
    });
    await flushing;
  }

  // Before they are read, so that nothing is missed in between.
  const again = () => void refresh().catch(() => {});
  const stopHearing = signals.on('redirects', again);
  await refresh();
  const worker = repeat(
    everyMs,
    async () => {
      await refresh();
      await flush();
    },
    (error, failures) => {
      if (failures === 1)
        log.warn({ err: error }, 'redirects cannot be read or counted now; it is tried again');
    },
  );
  const read = (from: string) => known.get(from);

  return {
    db,
    lead(target) {
      if (known.size === 0) return undefined;
      const found = redirectFor(target, read);
      if (!found) return undefined;
      // One that is too long all the same, of two processes that saved at once, goes on with the next request.
      const { end, address } = arrivalOf(found.to, read);
      if (end === 'circle') return undefined;
      addHits(found.entry.id, 1, Date.now());
      return wireForm(address);
    },
    async changed() {
      await refresh();
      // Who does not hear it finds the revision.
      await soon(signals.publish('redirects')).catch(() => {});
    },
    flush,
    async close() {
      stopHearing();
      await worker.stop();
      await flush().catch((error: unknown) =>
        log.warn({ err: error }, 'hits of redirects were lost at the end of the process'),
      );
    },
  };
}
