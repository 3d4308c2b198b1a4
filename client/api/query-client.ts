import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';
import type { PublicReads } from '#shared/page-bundle.ts';
import { ApiError } from './api-error.ts';

/** One client for loaders and components. Server rendering and tests make their own. */
export const queryClient = createQueryClient();

/** A client whose queries read over the network. */
export function createQueryClient(): QueryClient {
  return new QueryClient(configuration(isWorthOneMoreTry));
}

/** The client of one page that the server renders: it has no network before it, and nobody waits for a second try. */
export class PageQueryClient extends QueryClient {
  readonly reads: PublicReads;

  constructor(reads: PublicReads) {
    super(configuration(false));
    this.reads = reads;
  }
}

function configuration(retry: false | typeof isWorthOneMoreTry): QueryClientConfig {
  return {
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry,
        // Loaders ask again for what failed when somebody comes back to a page; the page as it stands keeps its words,
        // and those of a page that came from the server must be the same as the server's.
        retryOnMount: false,
        retryDelay: 500,
        // A screen comes back up to date; within `staleTime` nothing is asked again.
        refetchOnWindowFocus: true,
        // Offline the call fails and the screen says so with a retry, instead of waiting behind a skeleton for ever.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  };
}

/** Once more after no answer or a server's failure. Never after 4xx: the same question gets the same answer. */
export function isWorthOneMoreTry(failures: number, error: unknown): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}
