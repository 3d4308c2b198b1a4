import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Page } from '#shared/schemas/envelope.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readApi } from '../../api/call.ts';
import { readAllPages } from '../../api/read-all-pages.ts';

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

/** The first page, as soon as `useTeam` has read it: that of a large team can be looked at while the others come. */
export function useFirstOfTeam(): FirstPage | undefined {
  return useQuery<FirstPage>({ queryKey: firstPageKey, queryFn: skipToken }).data;
}
