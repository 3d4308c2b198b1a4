import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { patchRow, saveFailureText, useOptimisticChange } from '../../api/optimistic.ts';
import { readAllPages } from '../../api/read-all-pages.ts';
import { notify } from '../../ui/toast.ts';
import { fetchOncePerForm } from '../shared/fetch-once-per-form.ts';

/** One page as hosts send it; some hosts send no total. */
type FirstPage = Pick<Page<TeamMember>, 'data' | 'last_page'> & { total?: number };

const firstPageKey = ['getTeam', 1];

/** All members, active or not, in their order. The whole list is read, because reordering needs it. */
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

/** Returns the members that match a search. For '', no call is made. */
export function useFoundTeam(search: string) {
  return useQuery({
    queryKey: ['searchTeam', search],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('searchTeam', { query: { search, page }, signal })),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
}

/**
 * Returns the first page as soon as `useTeam` has read it, so that members of a large team are visible while the
 * other pages load.
 */
export function useFirstOfTeam(): FirstPage | undefined {
  return useQuery<FirstPage>({ queryKey: firstPageKey, queryFn: skipToken }).data;
}

const { queryKey } = teamQuery();

/**
 * Shows a member on the site, or hides them. The call needs all fields of the member, so the cached values are sent.
 * After a 409 (another admin saved first) the switch goes back, and the list is fetched again.
 */
export function useActiveSwitch() {
  const queries = useQueryClient();
  return useOptimisticChange({
    mutationKey: ['team'],
    reads: queryKey,
    show: ({ id, active }: { id: Id; active: boolean }) =>
      patchRow<TeamMember>(queries, queryKey, id, { is_active: active ? 1 : 0 }),
    send: async ({ id, active }) => {
      const member = queries.getQueryData(queryKey)?.data.find((each) => each.id === id);
      if (!member) throw new ApiError('team.notFound', 404);
      // Imported on demand, so that the list loads without the form's code.
      const { switchedForm } = await import('./member-form-data.ts');
      return readApi('updateTeamMember', { params: { id }, body: switchedForm(member, active) });
    },
    onSaved: (saved, { id }) =>
      void patchRow<TeamMember>(queries, queryKey, id, { updated_at: saved.updated_at }),
    onFailed: (error) => notify.error(saveFailureText(error, 'this team member')),
    refresh: () => refresh(queries, 'team'),
  });
}
