import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { HostCalls } from './calls.ts';
import type { Thing } from './record-fields.ts';

export interface AskedList {
  id?: Id;
  query?: Record<string, string | number>;
}

/** Upper limit of the pages of a list; no list has so many. */
const mostPages = 100_000;

/**
 * Yields the records of a list, page by page; yields no page if the host has no such list. The caller stops at a page
 * without new records: a host without paging returns its first page for every number.
 */
export async function* pagesOf(
  calls: Pick<HostCalls, 'get'>,
  call: CallName,
  { id, query }: AskedList,
): AsyncGenerator<Thing[]> {
  for (let page = 1, last = 1; page <= last && page <= mostPages; page += 1) {
    const answer = await calls.get(call, { ...(id !== undefined && { id }), query: { ...query, page } });
    if (answer === undefined) return;
    const { data, last_page } = answer as { data?: unknown; last_page?: unknown };
    yield Array.isArray(data) ? data.map((thing: Thing | null) => thing ?? {}) : [];
    last = Number(last_page ?? 1);
  }
}
