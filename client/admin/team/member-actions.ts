import type { TeamMember } from '#shared/schemas/team-member.ts';

/** What can be done to a member of the list. */
export interface MemberActions {
  onEdit: (member: TeamMember) => void;
  onActive: (member: TeamMember, active: boolean) => void;
  onDelete: (member: TeamMember) => void;
}
