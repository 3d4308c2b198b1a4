import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';

/** The active team in its order. An API host without this extension has nobody to show (README, Extensions). */
export function teamQuery() {
  return queryOptions({
    queryKey: ['team'],
    queryFn: async ({ client, signal }): Promise<TeamMember[]> => {
      try {
        const { data } = await readApi('team', { client, signal });
        return data.filter(({ is_active }) => is_active !== 0);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }
    },
  });
}

export function useTeam() {
  return useQuery(teamQuery());
}
