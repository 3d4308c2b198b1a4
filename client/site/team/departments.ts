import type { TeamMember } from '#shared/schemas/team-member.ts';

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
