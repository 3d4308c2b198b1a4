import { messages } from '#shared/messages.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { type Problems, problemsOf } from '../../forms/form-rules.ts';
import { type MemberValues, textsOf } from './member-values.ts';

/** In the order in which the form shows them: the first bad one gets the focus. */
export const memberFields = [
  'image',
  'name',
  'designation',
  'department',
  'bio',
  'linkedin_url',
  'facebook_url',
  'is_active',
] as const;

/** What the server would refuse, in its words. An edited member has a photo already. */
export function memberProblems(values: MemberValues, isNew: boolean): Problems<MemberValues> {
  const problems = problemsOf<MemberValues>(teamMemberInputSchema, textsOf(values));
  if (isNew && !values.image) problems.image = messages['team.imageRequired'];
  return problems;
}
