import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';

/**
 * The active team members in the order set by the company. Empty if the API host lacks this call, which is an
 * extension (docs/calls.md).
 */
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
  /** Name of the department; '' if the team is not divided into departments. */
  name: string;
  members: TeamMember[];
}

/** Heading above people without a department if other people have one. */
const elsewhere = 'Across the company';

/**
 * Groups the team by department, in the order of each department's first member. People without a department come
 * last. If there is only one department, its name is left out, because a heading over the whole team would be
 * useless.
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
