import { type TeamMember, teamMember } from '#shared/entities/team-member.ts';
import { entityForm, entityValues } from '../shared/entity-form.ts';

/**
 * Returns the body of updateTeamMember that changes only whether visitors see the member. In a file of its own, so that
 * the list loads without the form.
 */
export function switchedForm(member: TeamMember, active: boolean) {
  const values = { ...entityValues(teamMember.fields, member), is_active: active };
  return entityForm(teamMember.fields, values, { change: { updated_at: member.updated_at } });
}
