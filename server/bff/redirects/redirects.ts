import type { Logger } from 'pino';
import { repeat } from '../../background-worker.ts';
import type { RowId } from '../../database/row-id.ts';
import { noSignals, type Signals } from '../../database/signals.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { withTimeout } from '../../database/timeout.ts';
import { wireForm } from './addresses.ts';
import { finalTargetOf, OldAddresses, redirectFor } from './chains.ts';
import { readAlive, readRevision } from './store.ts';

/**
 * How often a process looks for changes by other processes or commands, and writes the hits it has counted; in
 * milliseconds. A killed process loses the hits of at most that time.
 */
const lookMs = 3_000;
/** Milliseconds after which the database counts as unavailable, so that a query without an answer fails. */
const patienceMs = 7_000;

/** The redirects of a running site. A look-up uses memory only, and makes no database query. */
export interface Redirects {
  readonly db: SiteDb;
  /**
   * Returns the `Location` header for a requested target (path with query) that has no page, and counts a hit;
   * undefined if there is no redirect for it.
   */
  lead(target: string): string | undefined;
  /**
   * Loads a change; called after the change was committed. When it resolves, this process uses the change. The other
   * processes use it within a second, since the commit announces it.
   */
  changed(): Promise<void>;
  /** Writes the counted hits to the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface RedirectsOptions {
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
 * Opens the redirects. All of them are kept in memory, because bots request thousands of addresses that never
 * existed. They are read again when the number of the last change (`readRevision`) has increased. Hits are counted in
 * memory too, and then added to the hits that other processes have written.
 */
export async function openRedirects(options: RedirectsOptions): Promise<Redirects> {
  const { db, signals = noSignals, log, everyMs = lookMs } = options;
  const known = new KnownRedirects(db);
  const hits = new Hits(db);
  const refresh = oneAtATime(() => known.read());
  const flush = oneAtATime(() => hits.write());

  // Subscribes before the redirects are read, so that no change is missed in between.
  const stopHearing = signals.on('redirects', () => void refresh().catch(() => {}));
  await refresh();
  const worker = repeat(
    everyMs,
    async () => {
      await refresh();
      await flush();
    },
    (error, failures) => {
      if (failures === 1) log.warn({ err: error }, 'redirects cannot be read or counted; retrying');
    },
  );

  return {
    db,
    lead(target) {
      const found = known.find(target);
      if (found) hits.add(found.id, 1, Date.now());
      return found?.location;
    },
    changed: refresh,
    flush,
    async close() {
      stopHearing();
      await worker.stop();
      await flush().catch((error: unknown) =>
        log.warn({ err: error }, 'hits of redirects were lost when the process ended'),
      );
    },
  };
}

/** The redirects in memory, as they were at one revision. */
class KnownRedirects {
  readonly #db: SiteDb;
  #entries = new OldAddresses<Entry>([]);
  #revision = -1;

  constructor(db: SiteDb) {
    this.#db = db;
  }

  async read(): Promise<void> {
    // The revision is read before the redirects. A change between the two reads is then found the next time, because
    // its revision is newer.
    const revision = await withTimeout(patienceMs, readRevision(this.#db));
    if (revision === this.#revision) return;
    const alive = await withTimeout(patienceMs, readAlive(this.#db));
    this.#entries = new OldAddresses(alive.map(({ from, id, to }) => [from, { id, to }]));
    this.#revision = revision;
  }

  find(target: string): { id: RowId; location: string } | undefined {
    if (this.#entries.size === 0) return undefined;
    const find = (address: string) => this.#entries.find(address);
    const found = redirectFor(target, find);
    if (!found) return undefined;
    // `tooLong` is not an error: two processes that save at the same time may create too long a chain. The rest of
    // the chain is followed with the visitor's next request.
    const { end, address } = finalTargetOf(found.to, find);
    return end === 'circle' ? undefined : { id: found.entry.id, location: wireForm(address) };
  }
}

/** Hits that this process has counted but not yet written to the database. */
class Hits {
  readonly #db: SiteDb;
  #counted = new Map<RowId, { count: number; at: number }>();

  constructor(db: SiteDb) {
    this.#db = db;
  }

  /** `at` is the time of the last hit, in milliseconds since 1970. */
  add(id: RowId, count: number, at: number): void {
    const before = this.#counted.get(id);
    this.#counted.set(id, { count: (before?.count ?? 0) + count, at: Math.max(before?.at ?? 0, at) });
  }

  async write(): Promise<void> {
    if (this.#counted.size === 0) return;
    const counted = this.#counted;
    this.#counted = new Map();
    try {
      // All processes update the rows in the same order, to avoid deadlocks.
      const inOrder = [...counted].sort(([one], [other]) => one - other);
      const written = this.#db.transaction().execute(async (tx) => {
        for (const [id, { count, at }] of inOrder) await addHits(tx, id, count, at);
      });
      await withTimeout(patienceMs, written);
    } catch (error) {
      for (const [id, { count, at }] of counted) this.add(id, count, at);
      throw error;
    }
  }
}

async function addHits(db: SiteDb, id: RowId, count: number, at: number): Promise<void> {
  await db
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
}

/**
 * Returns a function that runs `work` once for all concurrent callers. A run in progress may have begun before a
 * caller's change, so the caller waits for the next run.
 */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return async () => {
    await running?.catch(() => {});
    running ??= work().finally(() => {
      running = undefined;
    });
    await running;
  };
}
