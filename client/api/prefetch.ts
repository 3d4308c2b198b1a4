import type { FetchQueryOptions, QueryClient, QueryKey, UseQueryResult } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The address of a page, as the router has matched it. */
interface PageAddress {
  url: URL;
  /** Decoded. */
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * The two kinds of things that a page reads. Without its `main` content there is no page: it is a notice with 503. A `side` list
 * stands beside the main content; when it cannot be read its section is left out (`isLeftOut`), and the page is whole otherwise.
 */
export type PagePart = 'main' | 'side';

type ReadQuery = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
) => Promise<void>;

/** Reads queries for a page. Neither rejects: what failed is in the query. */
export type PageReads = Record<PagePart, ReadQuery> & { client: QueryClient };

/**
 * Asks for everything that a page shows, and says of each thing which part of the page it is: this is the one place where that is
 * decided. The server waits for it and then renders; in the browser nobody waits, the page has places where its content will stand.
 */
export type Prefetch = (reads: PageReads, page: PageAddress) => Promise<unknown>;

/** The reads of one page; `onMissing` hears of each part that could not be had. */
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

/** There is no such thing, or no longer: that is an answer, and nothing is missing. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/**
 * True for a list beside the main content that could not be read: its section is left out, also while the browser asks once more,
 * so that it neither shows a skeleton in a page of the server's nor comes and goes.
 */
export function isLeftOut({ data, errorUpdateCount }: UseQueryResult): boolean {
  return data === undefined && errorUpdateCount > 0;
}
