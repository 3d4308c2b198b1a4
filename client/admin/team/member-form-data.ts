import { teamMember } from '#shared/entities/team-member.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { type EntityValues, entityForm, entityValues } from '../shared/entity-form.ts';

/*
 * This file is separate from `member-form.ts`, so that the switch in the list can make the body of updateTeamMember
 * without loading the form.
 */

export type MemberValues = EntityValues<typeof teamMember.fields>;

/**
 * Returns the body of addTeamMember and updateTeamMember; `version` is the `updated_at` on which the change is based.
 */
export function memberForm(values: MemberValues, version?: string): FormData {
  return entityForm(teamMember.fields, values, { change: { updated_at: version } });
}

/** Returns the body that changes only whether visitors see the member. */
export function switchedForm(member: TeamMember, active: boolean): FormData {
  return memberForm({ ...entityValues(teamMember.fields, member), is_active: active }, member.updated_at);
}
