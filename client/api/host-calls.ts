import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallName } from '#shared/contract/index.ts';
import { ApiError } from './api-error.ts';
import { noteHostCalls, readApi } from './call.ts';

/**
 * Which calls the API host lacks. Asked once and never again while the page is open, so that no form disappears while somebody
 * fills it in. Server-rendered pages contain the answer.
 */
export const hostCallsQuery = queryOptions({
  queryKey: ['hostCalls'],
  queryFn: ({ client, signal }) => {
    const told = readApi('hostCalls', { client, signal });
    noteHostCalls(told);
    return told;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** True unless the host is known to lack this call; undefined while that is being asked. */
export function useHostTakes(name: CallName): boolean | undefined {
  const { data, isPending } = useQuery(hostCallsQuery);
  return isPending ? undefined : !data?.missing.includes(name);
}

/**
 * The same of a call that no host is asked about, since hosts that have the calls of the desk have all of them: only of a host of host.json
 * it is known whether it has this one.
 */
export function useDeskTakes(name: CallName): boolean | undefined {
  const isByFile = useQuery(hostCallsQuery).data?.by_file !== undefined;
  return useHostTakes(isByFile ? name : 'findAnything');
}

/** The host has no such call, as opposed to no such entity. */
export function isCallMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'host.callMissing';
}
