import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { patchRow, putInOrder, useOptimisticChange, whyNotSaved } from '../../api/optimistic.ts';
import { readAllPages } from '../../api/read-all-pages.ts';
import { notify } from '../../ui/toast.ts';

/** As hosts send it: not every one counts all. */
type FirstPage = Pick<Page<TeamMember>, 'data' | 'last_page'> & { total?: number | undefined };

const firstPageKey = ['getTeam', 1];

/** Everybody, active or not, in their order: only who knows all of them can put them in another one. */
export function teamQuery() {
  return queryOptions({
    queryKey: ['getTeam', 'all'],
    queryFn: ({ signal, client }) =>
      readAllPages(
        (page) => readApi('getTeam', { query: { page }, signal }),
        (first) => client.setQueryData<FirstPage>(firstPageKey, first),
      ),
  });
}

export function useTeam() {
  return useQuery(teamQuery());
}

/** Whom a search finds; '' asks for nothing. */
export function useFoundTeam(search: string) {
  return useQuery({
    queryKey: ['searchTeam', search],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('searchTeam', { query: { search, page }, signal })),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
}

/** The first page, as soon as `useTeam` has read it: that of a large team can be looked at while the others come. */
export function useFirstOfTeam(): FirstPage | undefined {
  return useQuery<FirstPage>({ queryKey: firstPageKey, queryFn: skipToken }).data;
}

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
    send: async ({ id, active }) => {
      const member = queries.getQueryData(queryKey)?.data.find((each) => each.id === id);
      if (!member) throw new ApiError('team.notFound', 404);
      // The list loads without the form.
      const { switchedForm } = await import('./member-form-data.ts');
      return readApi('updateTeamMember', { params: { id }, body: switchedForm(member, active) });
    },
    onSaved: (saved, { id }) =>
      void patchRow<TeamMember>(queries, queryKey, id, { updated_at: saved.updated_at }),
    onFailed: (error) => notify.error(whyNotSaved(error, deskMessages['team.changedMeanwhile'])),
    refresh: () => refreshTeam(queries),
  });
}

/** Marks what shows the team as old, here and on the site; what is on the screen is asked for again at once. */
export function refreshTeam(queries: QueryClient): void {
  for (const call of ['getTeam', 'team', 'searchTeam']) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
