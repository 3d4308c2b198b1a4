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

export interface Department {
  /** '' where the team is not told apart. */
  name: string;
  members: TeamMember[];
}

/** Who belongs to no department, where others do. */
const elsewhere = 'Across the company';

/**
 * The team by departments, in the order in which the members bring them up; those of none come last. One group without a name
 * when there is no more than one department: a heading over everybody says nothing.
 */
export function byDepartment(team: readonly TeamMember[]): Department[] {
  const groups = new Map<string, TeamMember[]>();
  for (const member of team) {
    const name = member.department?.trim() ?? '';
    groups.set(name, [...(groups.get(name) ?? []), member]);
  }
  if (groups.size <= 1) return team.length > 0 ? [{ name: '', members: [...team] }] : [];
  const none = groups.get('');
  groups.delete('');
  const named = [...groups].map(([name, members]) => ({ name, members }));
  return none ? [...named, { name: elsewhere, members: none }] : named;
}
