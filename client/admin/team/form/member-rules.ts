import type { FieldErrors, Resolver } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { type MemberValues, textsOf } from './member-values.ts';

type Problems = Partial<Record<keyof MemberValues, string>>;

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
export function memberProblems(values: MemberValues, isNew: boolean): Problems {
  const problems: Problems = {};
  for (const { path, message } of teamMemberInputSchema.safeParse(textsOf(values)).error?.issues ?? []) {
    problems[path[0] as keyof MemberValues] ??= message;
  }
  if (isNew && !values.image) problems.image = messages['team.imageRequired'];
  return problems;
}

/** The rules in the form library's shape. The values stay as they were typed. */
export function memberResolver(isNew: boolean): Resolver<MemberValues> {
  return (values) => {
    const problems = Object.entries(memberProblems(values, isNew));
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<MemberValues> };
  };
}
