import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';
import type { PublicReads } from '#shared/page-bundle.ts';
import { ApiError } from './api-error.ts';
import { isOffline } from './request.ts';

/** The browser's client, for loaders and components. Server rendering and tests create their own. */
export const queryClient = createQueryClient();

/** Creates a client whose queries read over the network. */
export function createQueryClient(): QueryClient {
  return new QueryClient(configuration(shouldRetryOnce));
}

/** The client of one page that the server renders. It reads without a network (`reads`) and does not retry. */
export class PageQueryClient extends QueryClient {
  readonly reads: PublicReads;

  /** Hashes of the queries that the page has used since `watch`; undefined before. */
  #shown: Set<string> | undefined;

  constructor(reads: PublicReads) {
    super(configuration(false));
    this.reads = reads;
  }

  /**
   * Starts to record the queries that are used, for `shows`. Called after all reads, just before the page is
   * rendered.
   */
  watch(): void {
    this.#shown = new Set();
  }

  /**
   * True when the page shows this query. The browser does not need a query that was only read to fill another one.
   */
  shows({ queryHash }: { queryHash: string }): boolean {
    return this.#shown?.has(queryHash) ?? true;
  }

  /** Every hook that reads calls this. */
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
        // Loaders read failed queries again when a page is opened again. An open page keeps its error, and a
        // server-rendered one must first show what the server has rendered.
        retryOnMount: false,
        retryDelay: 500,
        // A screen is refreshed when its window gets the focus and when the network is back, except within `staleTime`.
        refetchOnWindowFocus: () => !isOffline(),
        refetchOnReconnect: true,
        // Offline a call fails and the screen offers a retry, instead of showing a skeleton for ever.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  };
}

/** Retries once after no answer or 5xx; never after 4xx, since the answer would be the same. */
export function shouldRetryOnce(failures: number, error: unknown): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}
