import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** One client for loaders and components. Server rendering and tests make their own. */
export const queryClient = createQueryClient();

/** `server`: of one page, which is rendered once; nobody waits there for a second try. */
export function createQueryClient({ server = false } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: server ? false : isWorthOneMoreTry,
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
  });
}

/** Once more after no answer or a server's failure. Never after 4xx: the same question gets the same answer. */
export function isWorthOneMoreTry(failures: number, error: unknown): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}
