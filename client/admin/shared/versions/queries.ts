import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { KeptResource } from '#shared/schemas/versions.ts';
import { readApi } from '../../../api/call.ts';

/** The record whose versions are shown. */
export interface Thing {
  resource: KeptResource;
  id: Id;
}

/** One page of the versions of a record, newest first. */
function versionsQuery({ resource, id }: Thing, page: number) {
  return queryOptions({
    queryKey: ['getVersions', resource, id, page],
    queryFn: ({ signal }) => readApi('getVersions', { query: { resource, id, page }, signal }),
  });
}

/** Shows the previous page while another page loads. */
export function useVersions(thing: Thing, page: number) {
  return useQuery({ ...versionsQuery(thing, page), placeholderData: keepPreviousData });
}

/** One complete version. Versions never change. */
export function useVersion(id: Id | undefined) {
  return useQuery({
    queryKey: ['getVersion', id],
    queryFn: ({ signal }) => readApi('getVersion', { params: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
