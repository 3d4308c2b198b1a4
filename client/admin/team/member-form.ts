import { useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { type TeamMember, teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import type { Stored } from '../../forms/conflict.ts';
import { type Problems, problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { type MemberValues, memberForm, newMember, textsOf, valuesOf } from './member-form-data.ts';
import { refreshTeam, teamQuery } from './queries.ts';

/** In the order in which the form shows them: the first bad one gets the focus. */
const memberFields = [
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
  if (isNew && !values.image) problems.image = deskMessages['team.imageRequired'];
  return problems;
}

const newRules = resolverOf((values: MemberValues) => memberProblems(values, true));
const editRules = resolverOf((values: MemberValues) => memberProblems(values, false));

/** State and actions of the form of one team member; of a new one without `member`. */
export function useMemberForm(member: TeamMember | undefined, onDone: () => void) {
  const queries = useQueryClient();
  return useResourceForm<MemberValues>({
    draftKey: member ? `team_member:${formNameOf(member.id)}` : 'team_member:new',
    ...(member ? storedOf(member) : { stored: newMember }),
    resolver: member ? editRules : newRules,
    fields: memberFields,
    save: (values, { signal, onUpload, version }) => {
      const sent = { body: memberForm(values, version), signal, onUpload };
      return member
        ? callApi('updateTeamMember', { params: { id: member.id }, ...sent })
        : callApi('addTeamMember', sent);
    },
    onSaved: () => {
      refreshTeam(queries);
      notify.success(textOf(member ? 'team.updated' : 'team.added'));
      onDone();
    },
    ...(member && {
      reload: async () => {
        // No call reads a single member.
        const { data: team } = await queries.fetchQuery({ ...teamQuery(), staleTime: 0 });
        const newest = team.find(({ id }) => id === member.id);
        if (!newest) throw new ApiError('team.notFound', 404);
        return storedOf(newest);
      },
    }),
  });
}

function storedOf(member: TeamMember): Stored<MemberValues> {
  const { image, updated_at: version } = member;
  return { stored: valuesOf(member), version, beside: { image } };
}

export type MemberFormState = ReturnType<typeof useMemberForm>;
