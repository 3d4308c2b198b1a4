import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { notify } from '../../../ui/toast/toast.ts';
import { memberForm, valuesOf } from '../form/member-values.ts';
import { refreshTeam } from './refresh-team.ts';
import { teamQuery } from './team.ts';

/** Changes from the list are sent one after another, in the order in which they were made. */
const mutationKey = ['changeTeam'];
const oneByOne = { mutationKey, scope: { id: mutationKey.join(' ') } };
const { queryKey } = teamQuery();

/** The list shows the new order at once; when it is not saved, it goes back to what it was before and says why. */
export function useTeamOrder() {
  const queries = useQueryClient();
  return useMutation({
    ...oneByOne,
    mutationFn: (team: readonly TeamMember[]) =>
      readApi('reorderTeam', { body: { ids: team.map(({ id }) => id) } }),
    onMutate: async (team) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey)?.data.map(({ id }) => id);
      showOrder(
        queries,
        team.map(({ id }) => id),
      );
      return { before };
    },
    onError: (error, _team, context) => {
      if (context?.before) showOrder(queries, context.before);
      const { message, fieldErrors } = translateError(error);
      notify.error(fieldErrors.ids ?? message);
    },
    onSettled: () => refreshWhenLast(queries),
  });
}

/**
 * Shows somebody on the site, or hides them. The call wants the whole member, so the whole member is sent, as it is known here;
 * 409, somebody was faster: the switch goes back, and the list is asked for again.
 */
export function useActiveSwitch() {
  const queries = useQueryClient();
  return useMutation({
    ...oneByOne,
    mutationFn: ({ id, active }: { id: number; active: boolean }) => {
      const member = memberOf(queries, id);
      if (!member) throw new ApiError('team.notFound', 404);
      const body = memberForm({ ...valuesOf(member), is_active: active }, member.updated_at);
      return readApi('updateTeamMember', { params: { id }, body });
    },
    onMutate: async ({ id, active }) => {
      await queries.cancelQueries({ queryKey });
      putMember(queries, id, { is_active: active ? 1 : 0 });
    },
    onSuccess: (saved, { id }) => putMember(queries, id, { updated_at: saved.updated_at }),
    onError: (error, { id, active }) => {
      putMember(queries, id, { is_active: active ? 0 : 1 });
      const conflict = error instanceof ApiError && error.status === 409;
      notify.error(conflict ? messages['team.changedMeanwhile'] : translateError(error).message);
    },
    onSettled: () => refreshWhenLast(queries),
  });
}

function memberOf(queries: QueryClient, id: number): TeamMember | undefined {
  return queries.getQueryData(queryKey)?.data.find((member) => member.id === id);
}

function putMember(queries: QueryClient, id: number, change: Partial<TeamMember>): void {
  queries.setQueryData(
    queryKey,
    (team) =>
      team && {
        ...team,
        data: team.data.map((member) => (member.id === id ? { ...member, ...change } : member)),
      },
  );
}

/** Who came meanwhile stands last. */
function showOrder(queries: QueryClient, ids: readonly number[]): void {
  const places = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ id }: TeamMember) => places.get(id) ?? ids.length;
  queries.setQueryData(
    queryKey,
    (team) => team && { ...team, data: [...team.data].sort((one, other) => placeOf(one) - placeOf(other)) },
  );
}

/** Only when nothing more is on its way: what the host has now would undo what was done since. */
function refreshWhenLast(queries: QueryClient): void {
  if (queries.isMutating({ mutationKey }) === 1) refreshTeam(queries);
}
