import { useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { KeptResource } from '#shared/schemas/versions.ts';
import { readApi } from '../../../api/call.ts';

/** The record whose versions are shown. */
export interface Thing {
  resource: KeptResource;
  id: Id;
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
