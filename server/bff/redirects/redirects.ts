import type { Logger } from 'pino';
import { repeat } from '../../background-worker.ts';
import type { RowId } from '../../database/row-id.ts';
import { noSignals, type Signals } from '../../database/signals.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { wireForm } from './addresses.ts';
import { readKnown, readRevision } from './store.ts';

/**
 * How often a process looks for changes by other processes or commands, and writes the hits it has counted; in
 * milliseconds. A killed process loses the hits of at most that time.
 */
const lookMs = 3_000;

/** The redirects of a running site. A look-up uses memory only, and makes no database query. */
export type Redirects = Awaited<ReturnType<typeof openRedirects>>;

interface RedirectsOptions {
  db: SiteDb;
  signals?: Signals;
  log: Logger;
}

/**
 * Opens the redirects. All of them are kept in memory, because bots request thousands of addresses that never
 * existed. They are read again when the number of the last change (`readRevision`) has increased. Hits are counted in
 * memory too, and then added to the hits that other processes have written.
 */
export async function openRedirects({ db, signals = noSignals, log }: RedirectsOptions) {
  let revision = -1;
  let known: Awaited<ReturnType<typeof readKnown>> | undefined;
  let hits = new Map<RowId, { count: number; at: number }>();

  async function read(): Promise<void> {
    // The revision is read before the redirects. A change between the two reads is then found the next time, because
    // its revision is newer.
    const latest = await readRevision(db);
    if (latest === revision) return;
    known = await readKnown(db);
    revision = latest;
  }

  async function writeHits(): Promise<void> {
    if (hits.size === 0) return;
    // All processes update the rows in the same order, to avoid deadlocks.
    const counted = [...hits].sort(([one], [other]) => one - other);
    hits = new Map();
    await db.transaction().execute(async (tx) => {
      for (const [id, { count, at }] of counted)
        await tx
          .updateTable('redirects')
          .set(({ eb }) => ({ hits: eb('hits', '+', count), last_hit_at: at }))
          .where('id', '=', id)
          .execute();
    });
  }

  const worker = repeat(
    lookMs,
    async () => {
      await read();
      await writeHits();
    },
    (error, failures) => {
      if (failures === 1) log.warn({ err: error }, 'redirects cannot be read or counted; retrying');
    },
  );
  const changed = () => worker.run(read);
  // Subscribes before the redirects are read, so that no change is missed in between.
  const stopHearing = signals.on('redirects', () => void changed().catch(() => {}));
  await changed();

  return {
    db,
    /**
     * Returns the `Location` header for a requested target (path with query) that has no page, and counts a hit;
     * undefined if there is no redirect for it.
     */
    lead(target: string): string | undefined {
      const found = known?.find(target);
      if (!known || !found) return undefined;
      // A chain that is too long is not an error: two processes that save at the same time may create one. The rest of
      // it is followed with the visitor's next request.
      const { problem, address } = known.follow(found.to);
      if (problem === 'redirect.loop') return undefined;
      const { id } = found.entry;
      if (id !== undefined) hits.set(id, { count: (hits.get(id)?.count ?? 0) + 1, at: Date.now() });
      return wireForm(address);
    },
    /**
     * Loads a change; called after the change was committed. When it resolves, this process uses the change. The other
     * processes use it within a second, since the commit announces it.
     */
    changed,
    /** Writes the counted hits to the database. */
    flush: () => worker.run(writeHits),
    async close() {
      stopHearing();
      await worker.stop();
      await writeHits().catch((err: unknown) =>
        log.warn({ err }, 'hits of redirects were lost when the process ended'),
      );
    },
  };
}
