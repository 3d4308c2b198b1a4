import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import { momentOf } from '#shared/dates.ts';
import type { Upstream, UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { AppError } from '../../server/errors.ts';
import { newerVersion } from '../../server/newer-version.ts';
import type { Sealer } from '../../server/sealed.ts';
import { createHostRecords, type FetchMedia } from './host-records.ts';
import type { Kind } from './kinds.ts';
import type { StateHead } from './states.ts';
import { createStore, type Thing } from './store.ts';

/** A record that was deleted at the host. `lost`: number of its files that could not be read before. */
interface Deleted {
  thing: Thing;
  name: string;
  lost: number;
}

export interface SnapshotOptions {
  db: SiteDb;
  sealer: Sealer;
  /** The kinds whose deleted records are stored, and those whose overwritten states are stored. */
  deleted: readonly Kind[];
  versioned: readonly Kind[];
  fetchMedia: FetchMedia;
  log: Pick<Logger, 'warn'>;
  /** Creates a redirect from the old path of a page to its new path. Returns the problems, if any. */
  sendRedirect?: (from: string, to: string) => Promise<readonly string[]>;
  now?: () => number;
}

type Store = ReturnType<typeof createStore>;
type Send = () => Promise<UpstreamAnswer>;

export type SnapshotContext = ReturnType<typeof openContext>;

/** Returns the options, the stores, and what the trash and versions have in common. */
export function openContext(
  upstream: Upstream,
  has: (row: Pick<ContractRow, 'name'>) => boolean,
  { now = Date.now, ...options }: SnapshotOptions,
) {
  const { db, sealer, fetchMedia, log } = options;
  return {
    ...options,
    now,
    records: createHostRecords(upstream, has, fetchMedia),
    snapshots: createStore<Deleted>(db, sealer, 'keepsakes', now),
    revisions: createStore<StateHead>(db, sealer, 'overwritten', now),
    /**
     * Stores a copy of a record, and sends the request that deletes or overwrites it. Without a copy, which is logged,
     * the change goes on. Removes the copy if the host refuses the request. If no answer arrives, the copy stays,
     * because the host may have carried out the request.
     */
    async changing(store: Pick<Store, 'remove'>, copy: Promise<string | undefined>, send: Send) {
      const key = await copy.catch((error: unknown) => {
        log.warn({ err: error }, 'no copy of a record could be stored before its change at the API host');
        return undefined;
      });
      const takeAway = async () => key && store.remove({ key });
      try {
        const answer = await send();
        if (answer.status >= 400) await takeAway();
        return { answer, key };
      } catch (error) {
        if (error instanceof AppError && error.status < 500) await takeAway();
        throw error;
      }
    },
  };
}

/**
 * Throws 409 `conflict.newer`, as the engine does, if another person saved the record after the form was opened; the
 * host itself would silently overwrite that change. Checks nothing if the form states no version, or if the host
 * sends no `updated_at`.
 */
export function assertNotNewer(yours: unknown, current: unknown) {
  if (typeof yours !== 'string' || yours === '' || typeof current !== 'string' || yours === current) return;
  // A host may write one time in two formats.
  if (momentOf(yours)?.getTime() !== momentOf(current)?.getTime()) throw newerVersion(yours, current);
}
