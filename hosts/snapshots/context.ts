import type { Logger } from 'pino';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { momentOf } from '#shared/dates.ts';
import type { TextCode } from '#shared/desk-messages.ts';
import { textOf } from '#shared/desk-messages.ts';
import { dumpAnswer, jsonAnswer, readJson } from '../../server/bff/upstream/answers.ts';
import type {
  Params,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from '../../server/bff/upstream/upstream.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { AppError, newerVersion } from '../../server/errors.ts';
import type { Sealer } from '../../server/process/sealed.ts';
import { fileName } from '../adapt/applicants.ts';
import { bodyOf, callOf, type Values } from '../call-body.ts';
import type { Kind, StateHead } from './kinds.ts';
import { createStore, type SnapshotBytes, type Thing } from './store.ts';

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
  /** The calls of the trash and of versions that this site answers without the host. */
  answered: ReadonlySet<string>;
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

/**
 * Fetches the bytes of a picture or video by its address in the answer to a request; undefined if the file cannot be
 * read.
 */
export type FetchMedia = (
  address: string,
  asked: UpstreamRequest,
) => Promise<{ bytes: Buffer; type: string } | undefined>;

/** Maximum number of pages of a list that are searched for one record. */
const mostPages = 30;

/** Reads and writes records of the host with the rights of the signed-in person who made the call `asked`. */
function createHostRecords(
  upstream: Upstream,
  has: (row: Pick<ContractRow, 'name'>) => boolean,
  fetchMedia: FetchMedia,
) {
  /** Returns `data` of the answer to a read; undefined if the answer is 404 or 410, or if the host lacks the call. */
  async function get(name: CallName, params: Params, asked: UpstreamRequest, query = '') {
    if (!has(contract[name])) return undefined;
    const call = callOf(contract[name], params, asked);
    const answer = await upstream.request({ ...call, path: call.path + query });
    if (answer.status < 300) return ((await readJson(answer)) as { data?: unknown }).data;
    dumpAnswer(answer);
    if (answer.status === 404 || answer.status === 410) return undefined;
    throw new AppError('upstream.refused', answer.status >= 500 ? 502 : answer.status);
  }

  /** Finds a record in a list, page after page. */
  async function inList(list: CallName, id: string, asked: UpstreamRequest) {
    for (let page = 1, last = 1; page <= Math.min(last, mostPages); page += 1) {
      const data = await get(list, {}, asked, `?page=${page}`);
      const { data: rows = [], last_page = 1 } = (data ?? {}) as { data?: Thing[]; last_page?: number };
      const found = rows.find((thing) => String(thing.id) === id);
      if (found) return found;
      last = last_page;
    }
    return undefined;
  }

  return {
    get,
    /** Returns the current record; undefined if the host has no such record, or no call that reads it. */
    async read({ one, list }: Kind, id: string, asked: UpstreamRequest) {
      if (one && has(contract[one])) return (await get(one, { id }, asked)) as Thing | undefined;
      return list && inList(list, id, asked);
    },
    /** Adds a record, or with `id` overwrites it, by the host's own call. */
    write(
      kind: Kind,
      { id, texts, files = [] }: { id?: string | number; texts: Values; files?: readonly SnapshotBytes[] },
      asked: UpstreamRequest,
    ) {
      const row: ContractRow = contract[id === undefined ? kind.adds : kind.changes];
      const isInPath = row.path.includes('{id}');
      const values = id === undefined || isInPath ? texts : [...texts, ['blog_id', id] as const];
      const parts = files.map(({ field, name, type, bytes }) => ({
        ...{ kind: 'file' as const, name: field, fileName: name, type, source: bytes, size: bytes.length },
      }));
      const params: Params = isInPath ? { id: String(id) } : {};
      return upstream.request(callOf(row, params, asked, bodyOf(row, values, parts)));
    },
    /** Fetches the bytes of files, without those that cannot be read. */
    async fetchFiles(wanted: readonly { field: string; address: string }[], asked: UpstreamRequest) {
      const files: SnapshotBytes[] = [];
      for (const { field, address } of wanted) {
        const found = await fetchMedia(address, asked).catch(() => undefined);
        if (found) files.push({ field, name: nameOf(address), ...found });
      }
      return files;
    },
  };
}

/** Returns a file name that a header can carry. */
function nameOf(address: string) {
  return fileName(address).replace(/[/\\"\r\n]/g, '_') || 'file';
}

/** Returns an answer as the engine sends it. */
export function answered(data: unknown, message?: TextCode, values?: Record<string, number>) {
  return jsonAnswer(200, { status: 1, message: message && textOf(message, values), data });
}

/** Returns the values in the query of a call. */
export function queryOf({ path }: UpstreamRequest) {
  return Object.fromEntries(new URLSearchParams(path.split('?', 2)[1]));
}
