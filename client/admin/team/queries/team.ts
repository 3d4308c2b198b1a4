import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Page } from '#shared/schemas/envelope.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readApi } from '../../../api/call.ts';

/** Calls that are under way at the same time. */
const atOnce = 4;

/** No studio is that large; a host that claims more is not followed for ever. */
const mostPages = 100;

/** Everybody, active or not, in their order: only who knows all of them can put them in another one. */
export function teamQuery() {
  return queryOptions({
    queryKey: ['getTeam', 'all'],
    queryFn: async ({ signal, client }) =>
      readEverybody(await client.fetchQuery({ ...firstPageQuery(), staleTime: 0 }), signal),
  });
}

/** The first page of a large team can be looked at while the others come. */
function firstPageQuery() {
  return queryOptions({
    queryKey: ['getTeam', 1],
    queryFn: ({ signal }) => readApi('getTeam', { query: { page: 1 }, signal }),
  });
}

export function useTeam() {
  return useQuery(teamQuery());
}

/** Its first page, as `useTeam` has read it; it asks for nothing itself. */
export function useFirstOfTeam() {
  return useQuery({ ...firstPageQuery(), enabled: false }).data;
}

/** Somebody who moved from one page to the next meanwhile is there once. */
async function readEverybody(
  first: Pick<Page<TeamMember>, 'data' | 'last_page'>,
  signal: AbortSignal,
): Promise<TeamMember[]> {
  const read = (page: number) => readApi('getTeam', { query: { page }, signal });
  const last = Math.min(first.last_page, mostPages);
  const members = [...first.data];
  for (let from = 2; from <= last; from += atOnce) {
    const pages = Array.from({ length: Math.min(atOnce, last - from + 1) }, (_, at) => read(from + at));
    for (const { data } of await Promise.all(pages)) members.push(...data);
  }
  return [...new Map(members.map((member) => [member.id, member])).values()];
}
