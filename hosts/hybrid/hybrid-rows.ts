import { rows } from '#shared/contract/index.ts';
import type { HybridGroup } from '#shared/contract/row.ts';

/** Returns the names of the calls that the engine answers. */
export function rowsOf(groups: readonly HybridGroup[]): ReadonlySet<string> {
  const hasForms = groups.includes('applicants') || groups.includes('messages');
  const filled = rows.filter(({ answeredBy = 'host' }) => {
    if (answeredBy === 'host' || answeredBy === 'named') return false;
    return answeredBy === 'forms' ? hasForms : groups.includes(answeredBy);
  });
  return new Set(filled.map(({ name }) => name));
}

/**
 * Calls that name a resource as a parameter. Whichever of host and engine answers the calls of that resource also
 * answers these.
 */
export const namingRows: ReadonlySet<string> = new Set(
  rows.filter(({ answeredBy }) => answeredBy === 'named').map(({ name }) => name),
);

/** True if the calls of this resource belong to one of the groups. */
export function isResourceOf(groups: readonly string[], resource: unknown): boolean {
  return rows.some(
    (row) => row.resource === resource && row.resource && groups.includes(row.answeredBy ?? 'host'),
  );
}

/** Returns the names of the calls of a group. A host that supports none of them lacks the group. */
export function callsOfGroup(group: HybridGroup): string[] {
  return rows.filter(({ answeredBy }) => answeredBy === group).map(({ name }) => name);
}
