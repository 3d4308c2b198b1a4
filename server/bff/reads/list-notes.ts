import { randomUUID } from 'node:crypto';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { ListPage, NewestPost } from '#shared/page-bundle.ts';
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

/**
 * Records which lists were empty when they were last read, and the newest post. `isEngine` is true for the embedded
 * engine, which signals changes of its lists: `look` reads them again, so its empty lists have no time limit. The newest
 * post is that of the engine alone; in front of an API host a page has it only where it reads the posts. `now` returns
 * milliseconds.
 */
export function createListNotes(isEngine: boolean, now: () => number = Date.now) {
  const emptyUntil = new Map<ListPage, number>();
  let newest: NewestPost | undefined;

  function note({ row, path }: ReadRequest, answer?: ReadAnswer): void {
    const page = pages.find((each) => rows[each].name === row.name);
    if (page === undefined || !/^[^?]*(\?page=1)?$/.test(path)) return;
    const body = answer?.body?.value as { data?: { data?: unknown } } | undefined;
    const items = answer ? body?.data?.data : [];
    if (!Array.isArray(items) || items.length > 0) emptyUntil.delete(page);
    else emptyUntil.set(page, isEngine ? Number.POSITIVE_INFINITY : now() + knownMs);
    if (!isEngine || page !== 'publishing') return;
    const post = contract.activeBlogs.data.safeParse(body?.data).data?.data[0];
    newest = post && { id: post.id, blog_title: post.blog_title, created_at: post.created_at };
  }

  return {
    /** Returns a `ReadHost` that also takes these notes. */
    watch:
      (read: ReadHost): ReadHost =>
      async (wanted) => {
        try {
          const answer = await read(wanted);
          if (answer.status === 200) note(wanted, answer);
          return answer;
        } catch (error) {
          if (error instanceof AppError && error.code === 'host.callMissing') note(wanted);
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
    emptyPages: (): readonly ListPage[] => pages.filter((page) => (emptyUntil.get(page) ?? 0) > now()),
    /** Returns the newest post, for the footer of every page; undefined if there is none, or if it is not known. */
    newestPost: () => newest,
  };
}
