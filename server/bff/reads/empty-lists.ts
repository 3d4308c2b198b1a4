import { randomUUID } from 'node:crypto';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { ListPage } from '#shared/page-bundle.ts';
import { AppError } from '../../errors.ts';
import type { ReadAnswer, ReadRequest } from './fetch-read.ts';
import type { ReadHost } from './host-reads.ts';
import type { SharedReads } from './shared-reads.ts';

/** The calls whose items are the only content of a page. */
const rows: Record<ListPage, ContractRow> = {
  portfolio: contract.getProjectCategory,
  publishing: contract.activeBlogs,
  team: contract.team,
};
const pages = Object.keys(rows) as ListPage[];

/** How long a page counts as empty, in milliseconds: a host does not notify the site of new items. */
const knownMs = 10 * 60_000;
/** Maximum bytes of an answer without items. */
const longestBytes = 1_000;

/** Records which lists were empty when they were last read. */
export interface EmptyLists {
  /** Returns a `ReadHost` that also notes which lists are empty. */
  watch(read: ReadHost): ReadHost;
  /** Reads every list of the engine. An API host is called only when a visitor requests the list. */
  look(reads: Pick<SharedReads, 'get'>): void;
  /** Returns the pages without items: menus do not link to them. */
  pages(): readonly ListPage[];
}

/** `isEngine`: the engine signals changes of its lists, which cause another `look`. `now` returns milliseconds. */
export function createEmptyLists(isEngine: boolean, now: () => number = Date.now): EmptyLists {
  const emptyUntil = new Map<ListPage, number>();

  function note({ row, path }: ReadRequest, isEmpty: boolean): void {
    const page = pages.find((each) => rows[each].name === row.name);
    if (page === undefined || !/^[^?]*(\?page=1)?$/.test(path)) return;
    if (isEmpty) emptyUntil.set(page, isEngine ? Number.POSITIVE_INFINITY : now() + knownMs);
    else emptyUntil.delete(page);
  }

  return {
    watch: (read) => async (wanted) => {
      try {
        const answer = await read(wanted);
        if (answer.status === 200) note(wanted, hasNoItems(answer));
        return answer;
      } catch (error) {
        if (error instanceof AppError && error.code === 'host.callMissing') note(wanted, true);
        throw error;
      }
    },
    look(reads) {
      if (!isEngine) return;
      for (const row of Object.values(rows)) {
        // A list that cannot be read now retains its last state.
        reads.get(row, row.path, { params: {}, requestId: randomUUID() }).catch(() => {});
      }
    },
    pages: () => pages.filter((page) => (emptyUntil.get(page) ?? 0) > now()),
  };
}

function hasNoItems({ bytes, body }: ReadAnswer): boolean {
  if (bytes && bytes.length > longestBytes) return false;
  const answer = (bytes ? JSON.parse(bytes.toString()) : body) as { data?: { data?: unknown } | null } | null;
  const items = answer?.data?.data;
  return Array.isArray(items) && items.length === 0;
}
