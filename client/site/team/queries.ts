import { queryOptions, useQuery } from '@tanstack/react-query';
import { readCredits } from '#shared/credits.ts';
import type { Work } from '#shared/entities/project.ts';
import type { Id } from '#shared/id.ts';
import { noPage, readIfThere } from '../../api/call.ts';

/**
 * The active team members in the order set by the company. Empty if the API host lacks this call, which is an
 * extension (docs/calls.md).
 */
export function teamQuery() {
  return queryOptions({
    queryKey: ['team'],
    queryFn: async ({ client, signal }) => {
      const { data } = await readIfThere('team', { client, signal }, noPage);
      return data.filter(({ is_active }) => is_active !== 0);
    },
  });
}

export function useTeam() {
  return useQuery(teamQuery());
}

/** A work that names a person in its credits. */
export interface CreditedWork {
  id: Id;
  title: string;
}

/**
 * The works that name each team member in their credits, by the id of the member. Empty if the API host lacks the
 * call.
 */
export function creditedWorkQuery() {
  return queryOptions({
    queryKey: ['getWork', 'by member'],
    queryFn: async ({ client, signal }) => {
      const { data } = await readIfThere('getWork', { client, signal }, noPage);
      return worksByMember(data);
    },
  });
}

/** Returns the works of each team member who is named in credits, by the member's id. */
function worksByMember(works: readonly Work[]): Record<string, CreditedWork[]> {
  const found = new Map<string, CreditedWork[]>();
  for (const { id, title, credits } of works) {
    const members = new Set(
      readCredits(credits).flatMap(({ member }) => (member === undefined ? [] : String(member))),
    );
    for (const member of members) found.set(member, [...(found.get(member) ?? []), { id, title }]);
  }
  return Object.fromEntries(found);
}
