import type { FetchQueryOptions, QueryClient, QueryKey, UseQueryResult } from '@tanstack/react-query';
import { isStatus } from './api-error.ts';

/** The URL of a page, and the path parameters that the router found in it. */
interface PageAddress {
  url: URL;
  /** Path parameters, percent-decoded. */
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * The two parts of a page. If its `main` content cannot be read, the page is replaced by a notice with the status
 * 503. A `side` list that cannot be read is left out (`isLeftOut`), and the rest of the page is shown.
 */
export type PagePart = 'main' | 'side';

type ReadQuery = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
) => Promise<void>;

/** Functions that run a query for a part of a page. They never reject: a failure is stored in the query. */
export type PageReads = Record<PagePart, ReadQuery> & { client: QueryClient };

/**
 * Runs all queries of a page, each as a `main` or a `side` part. On the server, the page is rendered after these
 * reads. The browser does not wait for them and shows skeletons.
 */
export type Prefetch = (reads: PageReads, page: PageAddress) => Promise<unknown>;

/** Returns the read functions for one page. `onMissing` is called for each part that could not be read. */
export function pageReads(client: QueryClient, onMissing: (part: PagePart) => void = () => {}): PageReads {
  const readAs =
    (part: PagePart): ReadQuery =>
    async (query) => {
      await client.prefetchQuery(query);
      const state = client.getQueryState(query.queryKey);
      // A record that does not exist, or no longer exists, is a valid answer and not a failed read.
      if (state?.data === undefined && !isStatus(state?.error, 404, 410)) onMissing(part);
    };
  return { client, main: readAs('main'), side: readAs('side') };
}

/**
 * Returns true for a `side` list that could not be read. Its section stays left out, as in the page that the server
 * rendered, even while the browser retries: a section must not appear and disappear.
 */
export function isLeftOut({ data, errorUpdateCount }: UseQueryResult) {
  return data === undefined && errorUpdateCount > 0;
}
