import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { type TeamMember, teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { entityFormOptions, entityRules, storedEntity } from '../shared/entity-form.ts';
import { type MemberValues, memberForm } from './member-form-data.ts';
import { refreshTeam, teamQuery } from './queries.ts';

/** State and actions of the form of one team member. Without `member`, the form adds a new one. */
export function useMemberForm(member: TeamMember | undefined, onDone: () => void) {
  const queries = useQueryClient();
  return useResourceForm<MemberValues>({
    ...entityFormOptions(teamMember, member, entityRules(teamMember.fields, teamMemberInputSchema)),
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
        // There is no call that reads a single member, so the whole team is fetched.
        const { data: team } = await queries.fetchQuery({ ...teamQuery(), staleTime: 0 });
        const newest = team.find(({ id }) => id === member.id);
        if (!newest) throw new ApiError('team.notFound', 404);
        return storedEntity(teamMember.fields, newest);
      },
    }),
  });
}

export type MemberFormState = ReturnType<typeof useMemberForm>;
