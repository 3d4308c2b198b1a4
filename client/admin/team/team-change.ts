import { useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { patchRow, putInOrder, useOptimisticChange, whyNotSaved } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';
import { memberForm, valuesOf } from './member-values.ts';
import { refreshTeam } from './refresh-team.ts';
import { teamQuery } from './team.ts';

/** Orders and switches wait for each other: both are changes of one list. */
const mutationKey = ['changeTeam'];
const { queryKey } = teamQuery();

/** Puts the team in the order of these ids. */
export function useTeamOrder() {
  const queries = useQueryClient();
  return useOptimisticChange({
    mutationKey,
    reads: queryKey,
    show: (ids: readonly Id[]) => putInOrder<TeamMember>(queries, queryKey, ids),
    send: (ids) => readApi('reorderTeam', { body: { ids } }),
    onFailed: (error) => {
      const { message, fieldErrors } = translateError(error);
      notify.error(fieldErrors.ids ?? message);
    },
    refresh: () => refreshTeam(queries),
  });
}

/**
 * Shows somebody on the site, or hides them. The call wants the whole member, so the whole member is sent, as it is known here;
 * 409, somebody was faster: the switch goes back, and the list is asked for again.
 */
export function useActiveSwitch() {
  const queries = useQueryClient();
  return useOptimisticChange({
    mutationKey,
    reads: queryKey,
    show: ({ id, active }: { id: Id; active: boolean }) =>
      patchRow<TeamMember>(queries, queryKey, id, { is_active: active ? 1 : 0 }),
    send: ({ id, active }) => {
      const member = queries.getQueryData(queryKey)?.data.find((each) => each.id === id);
      if (!member) throw new ApiError('team.notFound', 404);
      const body = memberForm({ ...valuesOf(member), is_active: active }, member.updated_at);
      return readApi('updateTeamMember', { params: { id }, body });
    },
    onSaved: (saved, { id }) =>
      void patchRow<TeamMember>(queries, queryKey, id, { updated_at: saved.updated_at }),
    onFailed: (error) => notify.error(whyNotSaved(error, messages['team.changedMeanwhile'])),
    refresh: () => refreshTeam(queries),
  });
}
