import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { readJson } from '../../server/bff/upstream/json-answer.ts';
import { dumpAnswer } from '../../server/bff/upstream/refusals.ts';
import type { Params, Upstream, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { fileName } from '../adapt/applicants.ts';
import { bodyOf, callOf, type Values } from '../call-body.ts';
import type { Kind } from './kinds.ts';
import type { SnapshotBytes, Thing } from './store.ts';

/** Fetches the bytes of a picture or video by its path on this site; undefined if the file cannot be read. */
export type FetchMedia = (path: string) => Promise<{ bytes: Buffer; type: string } | undefined>;

/** Maximum number of pages of a list that are searched for one record. */
const mostPages = 30;

/** Reads and writes records of the host with the rights of the signed-in person who made the call `asked`. */
export function createHostRecords(
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
    /** Fetches the bytes of files. `lost` lists the form fields of those that cannot be read. */
    async fetchFiles(wanted: readonly { field: string; address: string }[]) {
      const files: SnapshotBytes[] = [];
      const lost: string[] = [];
      for (const { field, address } of wanted) {
        const found = await fetchMedia(address).catch(() => undefined);
        if (found) files.push({ field, name: nameOf(address), ...found });
        else lost.push(field);
      }
      return { files, lost };
    },
  };
}

/** Returns a file name that a header can carry. */
function nameOf(address: string) {
  return fileName(address).replace(/[/\\"\r\n]/g, '_') || 'file';
}
