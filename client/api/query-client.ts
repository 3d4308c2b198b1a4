import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';
import type { PublicReads } from '#shared/page-bundle.ts';
import { ApiError } from './api-error.ts';
import { isOffline } from './request.ts';

/** The query client of the browser, for loaders and components. Server rendering creates its own. */
export const queryClient = new QueryClient(configuration(shouldRetryOnce));

/**
 * The query client of one page that the server renders. It reads with `reads`, without a network, and does not retry.
 */
export class PageQueryClient extends QueryClient {
  readonly reads: PublicReads;

  /** Hashes of the queries that were used since `watch` was called; undefined before that. */
  #shown: Set<string> | undefined;

  constructor(reads: PublicReads) {
    super(configuration(false));
    this.reads = reads;
  }

  /**
   * Starts to record which queries are used, for `shows`. Called when all reads are done, just before the page is
   * rendered.
   */
  watch() {
    this.#shown = new Set();
  }

  /**
   * Returns true if the page shows this query. Other queries were read only to fill a query that is shown, so the
   * browser does not need them.
   */
  shows({ queryHash }: { queryHash: string }) {
    return this.#shown?.has(queryHash) ?? true;
  }

  /** Records the query. Every hook that uses a query calls this method. */
  override defaultQueryOptions: QueryClient['defaultQueryOptions'] = (options) => {
    const filled = super.defaultQueryOptions(options);
    if (filled.queryHash) this.#shown?.add(filled.queryHash);
    return filled as never;
  };
}

function configuration(retry: false | typeof shouldRetryOnce): QueryClientConfig {
  return {
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry,
        // A failed query is not fetched again when a component mounts, because hydration must first show what the
        // server has rendered. The loaders fetch it again when the page is opened again.
        retryOnMount: false,
        retryDelay: 500,
        // Queries are refetched when the window gets the focus and when the network is back, unless their data is
        // younger than `staleTime`.
        refetchOnWindowFocus: () => !isOffline(),
        refetchOnReconnect: true,
        // Calls are also made offline. They then fail, so that the screen offers a retry instead of showing a
        // skeleton for ever.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  };
}

/**
 * Returns true for the first failure with no answer or with 5xx. A 4xx is never retried, because the answer would be
 * the same.
 */
function shouldRetryOnce(failures: number, error: unknown) {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}
