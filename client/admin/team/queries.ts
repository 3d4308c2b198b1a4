import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import type { TeamMember } from '#shared/entities/team-member.ts';
import type { Id } from '#shared/id.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { fetchOncePerForm, refresh, wholeQuery } from '../../api/call-query.ts';
import { makeChange, rowChange, saveFailureText } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';

/** All members, active or not, in their order. The whole list is read, because reordering needs it. */
export const teamQuery = () => wholeQuery('getTeam');

/** The member to edit. No call reads a single member: it is the one of the list, or of the list that is fetched again. */
export function memberToEditQuery(queries: QueryClient, id: Id) {
  const find = (team: { data: TeamMember[] } | undefined) => team?.data.find((each) => each.id === id);
  return queryOptions({
    queryKey: ['memberToEdit', id],
    queryFn: async () => {
      const member = find(await queries.fetchQuery({ ...teamQuery(), staleTime: 0 }));
      if (!member) throw new ApiError('team.notFound', 404, { message: textOf('team.notFound') });
      return member;
    },
    initialData: () => find(queries.getQueryData(teamQuery().queryKey)),
    ...fetchOncePerForm,
  });
}

const { queryKey } = teamQuery();

/**
 * Shows a member on the site, or hides them. The call needs all fields of the member, so the cached values are sent.
 * After a 409 (another admin saved first) the switch goes back, and the list is fetched again.
 */
export function switchActive(queries: QueryClient, member: TeamMember, active: boolean) {
  const { id } = member;
  const send = async ({ is_active, updated_at }: { is_active: number; updated_at?: string }) => {
    // Imported on demand, so that the list loads without the form's code.
    const { switchedForm } = await import('./member-form-data.ts');
    const body = switchedForm({ ...member, updated_at }, is_active === 1);
    return readApi('updateTeamMember', { params: { id }, body });
  };
  void makeChange(
    queries,
    {
      ...rowChange<TeamMember, { is_active: 0 | 1 }>(queries, queryKey, id, send),
      mutationKey: ['team_member'],
      reads: queryKey,
      onFailed: (error) => notify.error(saveFailureText(error, 'this team member')),
      refresh: () => refresh(queries, 'team_member'),
    },
    { is_active: active ? 1 : 0 },
  );
}
