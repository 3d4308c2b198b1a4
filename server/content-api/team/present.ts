import type { TeamMember } from '#shared/schemas/team-member.ts';
import type { TeamMemberRow } from './repository.ts';

export function presentTeamMember({
  deleted_at: _deleted,
  extra: _extra,
  ...row
}: TeamMemberRow): TeamMember {
  return row;
}
