import type { FetchQueryOptions, QueryClient, QueryKey, UseQueryResult } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The address of a page, as the router matched it. */
interface PageAddress {
  url: URL;
  /** Decoded. */
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * The two kinds of content that a page reads. Without its `main` content the page is replaced by a notice with 503. A
 * `side` list that cannot be read is left out (`isLeftOut`), and the rest of the page is shown.
 */
export type PagePart = 'main' | 'side';

type ReadQuery = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
) => Promise<void>;

/** Runs queries for a page. Neither function rejects: the query holds its error. */
export type PageReads = Record<PagePart, ReadQuery> & { client: QueryClient };

/**
 * Reads everything that a page shows, and decides which part of the page each query is. The server waits for these
 * reads before it renders; the browser does not wait, and shows skeletons.
 */
export type Prefetch = (reads: PageReads, page: PageAddress) => Promise<unknown>;

/** Returns the reads of one page; `onMissing` is called for each part that could not be read. */
export function pageReads(client: QueryClient, onMissing: (part: PagePart) => void = () => {}): PageReads {
  const readAs =
    (part: PagePart): ReadQuery =>
    async (query) => {
      await client.prefetchQuery(query);
      const state = client.getQueryState(query.queryKey);
      if (state?.data === undefined && !isGone(state?.error)) onMissing(part);
    };
  return { client, main: readAs('main'), side: readAs('side') };
}

/** True if there is no such entity, or no longer: this is an answer, so nothing is missing. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/**
 * True for a `side` list that could not be read. Its section is left out, even while the browser retries: a
 * server-rendered page must not show a skeleton for it, and it must not appear and disappear.
 */
export function isLeftOut({ data, errorUpdateCount }: UseQueryResult): boolean {
  return data === undefined && errorUpdateCount > 0;
}
