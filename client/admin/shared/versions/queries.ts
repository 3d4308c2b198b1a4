import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { KeptResource } from '#shared/schemas/versions.ts';
import { readApi } from '../../../api/call.ts';

/** The thing whose versions are looked at. */
export interface Thing {
  resource: KeptResource;
  id: Id;
}

/** One page of the versions of a thing, newest first. */
function versionsQuery({ resource, id }: Thing, page: number) {
  return queryOptions({
    queryKey: ['getVersions', resource, id, page],
    queryFn: ({ signal }) => readApi('getVersions', { query: { resource, id, page }, signal }),
  });
}

/** While another page loads, the one before stays in sight. */
export function useVersions(thing: Thing, page: number) {
  return useQuery({ ...versionsQuery(thing, page), placeholderData: keepPreviousData });
}

/** One version whole. None changes once it is made. */
export function useVersion(id: Id | undefined) {
  return useQuery({
    queryKey: ['getVersion', id],
    queryFn: ({ signal }) => readApi('getVersion', { params: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
