import { randomUUID } from 'node:crypto';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { ListPage } from '#shared/page-bundle.ts';
import { AppError } from '../../errors.ts';
import type { ReadAnswer, ReadRequest } from './fetch-read.ts';
import type { ReadHost } from './host-reads.ts';
import type { SharedReads } from './shared-reads.ts';

/** For each page that shows only one list, the call that returns the list. */
const rows: Record<ListPage, ContractRow> = {
  portfolio: contract.getProjectCategory,
  publishing: contract.activeBlogs,
  team: contract.team,
};
const pages = Object.keys(rows) as ListPage[];

/**
 * How long a page of an API host counts as empty, in milliseconds. After that, menus link to the page again, because
 * an API host does not notify the site of new items.
 */
const knownMs = 10 * 60_000;
/** Maximum size in bytes of an answer without items. Longer answers are not searched for items. */
const longestBytes = 1_000;

/**
 * Records which lists were empty when they were last read. `isEngine` is true for the embedded engine.
 * The engine signals changes of its lists, after which `look` is called again, so an empty list of the engine counts as empty without a time limit. `now` returns milliseconds.
 */
export function createEmptyLists(isEngine: boolean, now: () => number = Date.now) {
  const emptyUntil = new Map<ListPage, number>();

  function note({ row, path }: ReadRequest, isEmpty: boolean): void {
    const page = pages.find((each) => rows[each].name === row.name);
    if (page === undefined || !/^[^?]*(\?page=1)?$/.test(path)) return;
    if (isEmpty) emptyUntil.set(page, isEngine ? Number.POSITIVE_INFINITY : now() + knownMs);
    else emptyUntil.delete(page);
  }

  return {
    /** Returns a `ReadHost` that also records which lists are empty. */
    watch:
      (read: ReadHost): ReadHost =>
      async (wanted) => {
        try {
          const answer = await read(wanted);
          if (answer.status === 200) note(wanted, hasNoItems(answer));
          return answer;
        } catch (error) {
          if (error instanceof AppError && error.code === 'host.callMissing') note(wanted, true);
          throw error;
        }
      },
    /**
     * Reads from the engine the list of each page of `ListPage`, to find out which lists are empty. Does nothing for an
     * API host, whose lists are read only when a visitor requests them.
     */
    look(reads: Pick<SharedReads, 'get'>): void {
      if (!isEngine) return;
      for (const row of Object.values(rows)) {
        // If a list cannot be read now, its last known state stays.
        reads.get(row, row.path, { params: {}, requestId: randomUUID() }).catch(() => {});
      }
    },
    /** Returns the pages whose lists are empty, so that menus do not link to these pages. */
    pages: (): readonly ListPage[] => pages.filter((page) => (emptyUntil.get(page) ?? 0) > now()),
  };
}

function hasNoItems({ bytes, body }: ReadAnswer): boolean {
  if (bytes && bytes.length > longestBytes) return false;
  const answer = (bytes ? JSON.parse(bytes.toString()) : body) as { data?: { data?: unknown } | null } | null;
  const items = answer?.data?.data;
  return Array.isArray(items) && items.length === 0;
}
