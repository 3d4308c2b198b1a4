import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallName } from '#shared/contract/index.ts';
import { ApiError } from './api-error.ts';
import { readApi } from './call.ts';

/**
 * Which calls the API host lacks. Asked once for a page that offers a form, and never again while it is open: a form in which
 * somebody types does not vanish. Pages of the server bring the answer along.
 */
export const hostCallsQuery = queryOptions({
  queryKey: ['hostCalls'],
  queryFn: ({ client, signal }) => readApi('hostCalls', { client, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** True when the host takes this call, as far as anybody knows; undefined while that is being asked. */
export function useHostTakes(name: CallName): boolean | undefined {
  const { data, isPending } = useQuery(hostCallsQuery);
  return isPending ? undefined : !data?.missing.includes(name);
}

/** The host has no such call: not that it has no such thing. */
export function isCallMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'host.callMissing';
}
