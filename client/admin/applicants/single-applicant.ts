import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../api/call.ts';
import { patchApplicant } from './patch-applicant.ts';
import { refreshCounts } from './refresh-applicants.ts';

export function singleApplicantKey(id: Id) {
  return ['getSingleApplicant', id] as const;
}

/**
 * One applicant with all that they sent. The call marks them as read, so it is made when somebody opens them and at no
 * other time: not ahead, and not again because a window came back to the front.
 */
function singleApplicantQuery(id: Id) {
  return queryOptions({
    queryKey: singleApplicantKey(id),
    queryFn: async ({ signal, client }) => {
      const applicant = await readApi('getSingleApplicant', { params: { id }, signal });
      patchApplicant(client, id, { is_read: applicant.is_read });
      refreshCounts(client);
      return applicant;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useSingleApplicant(id: Id) {
  return useQuery(singleApplicantQuery(id));
}
