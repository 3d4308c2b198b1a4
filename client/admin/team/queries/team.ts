import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Page } from '#shared/schemas/envelope.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readApi } from '../../../api/call.ts';

/** Calls that are under way at the same time. */
const atOnce = 4;

/** No studio is that large; a host that claims more is not followed for ever. */
const mostPages = 100;

/** As hosts send it: not every one counts all. */
type FirstPage = Pick<Page<TeamMember>, 'data' | 'last_page'> & { total?: number | undefined };

const firstPageKey = ['getTeam', 1];

/** Everybody, active or not, in their order: only who knows all of them can put them in another one. */
export function teamQuery() {
  return queryOptions({
    queryKey: ['getTeam', 'all'],
    queryFn: ({ signal, client }) =>
      readEverybody(signal, (first) => client.setQueryData<FirstPage>(firstPageKey, first)),
  });
}

export function useTeam() {
  return useQuery(teamQuery());
}

/** The first page, as soon as `useTeam` has read it: that of a large team can be looked at while the others come. */
export function useFirstOfTeam(): FirstPage | undefined {
  return useQuery<FirstPage>({ queryKey: firstPageKey, queryFn: skipToken }).data;
}

/** Somebody who moved from one page to the next meanwhile is there once. */
async function readEverybody(
  signal: AbortSignal,
  onFirst: (first: FirstPage) => void,
): Promise<TeamMember[]> {
  const read = (page: number) => readApi('getTeam', { query: { page }, signal });
  const first = await read(1);
  onFirst(first);
  const last = Math.min(first.last_page, mostPages);
  const members = [...first.data];
  for (let from = 2; from <= last; from += atOnce) {
    const pages = Array.from({ length: Math.min(atOnce, last - from + 1) }, (_, at) => read(from + at));
    for (const { data } of await Promise.all(pages)) members.push(...data);
  }
  return [...new Map(members.map((member) => [member.id, member])).values()];
}
