import type { TeamMember } from '#shared/schemas/team-member.ts';
import { shownId } from '../../database/public-ids.ts';
import type { TeamMemberRow } from './repository.ts';

export function presentTeamMember({
  deleted_at: _deleted,
  extra: _extra,
  public_id,
  ...row
}: TeamMemberRow): TeamMember {
  return { ...row, id: shownId({ id: row.id, public_id }) };
}
