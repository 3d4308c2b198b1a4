import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallName } from '#shared/contract/index.ts';
import { ApiError } from './api-error.ts';
import { readQuery } from './call.ts';

/**
 * The calls that the API host lacks. Read once while the page is open, so that no form disappears while a person
 * fills it in. Server-rendered pages contain the answer.
 */
export const hostCallsQuery = queryOptions({
  ...readQuery(['hostCalls'], 'hostCalls'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/**
 * Returns false if the API host is known to lack this call, otherwise true; undefined while the list of lacking calls
 * is being read.
 */
export function useHostSupports(name: CallName) {
  const { data, isPending } = useQuery(hostCallsQuery);
  return isPending ? undefined : !data?.missing.includes(name);
}

const none: readonly string[] = [];

/** Returns the names of the calls that the API host is known to lack: none while they are being read. */
export function useMissingCalls() {
  return useQuery(hostCallsQuery).data?.missing ?? none;
}

/**
 * Like `useHostSupports`, for calls of the admin area that are not probed one by one. A host with a host.json may
 * lack any of them. Any other host has all of them or none, so `findAnything` is checked instead of the call.
 */
export function useDeskSupports(name: CallName) {
  const isByFile = useQuery(hostCallsQuery).data?.by_file !== undefined;
  return useHostSupports(isByFile ? name : 'findAnything');
}

/**
 * Returns the function that gives the values that a call accepts for a field: undefined if it accepts all of the
 * contract's, and none for a file that it cannot take.
 */
export function useAcceptedValues(): (call: CallName, field: string) => readonly string[] | undefined {
  const accepted = useQuery(hostCallsQuery).data?.by_file?.accepted;
  return (call, field) => accepted?.[call]?.[field];
}

/** Returns the check of whether a call accepts a value of a field. */
export function useAccepts(call: CallName, field: string): (value: string) => boolean {
  const accepted = useAcceptedValues()(call, field);
  return (value) => accepted?.includes(value) ?? true;
}

/** Returns the check of whether somebody receives a field of a visitors' form. */
export function useReceives(call: CallName) {
  const { unreceived } = useQuery(hostCallsQuery).data ?? {};
  return (field: string) => !unreceived?.[call]?.includes(field);
}

/** Returns true if the error means that the host lacks the call, and false if only the record is missing. */
export function isCallMissing(error: unknown) {
  return error instanceof ApiError && error.code === 'host.callMissing';
}
