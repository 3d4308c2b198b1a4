import { rows } from '#shared/contract/index.ts';
import type { FillGroup } from '#shared/contract/row.ts';

/** Returns the names of the calls that the engine answers. */
export function rowsOf(groups: readonly FillGroup[]): ReadonlySet<string> {
  const hasForms = groups.includes('applicants') || groups.includes('messages');
  const filled = rows.filter(({ fill = 'host' }) => {
    if (fill === 'host' || fill === 'named') return false;
    return fill === 'forms' ? hasForms : groups.includes(fill);
  });
  return new Set(filled.map(({ name }) => name));
}

/**
 * Calls that name a resource. They are answered by the host or the engine, whichever answers the calls of that
 * resource.
 */
export const namingRows: ReadonlySet<string> = new Set(
  rows.filter(({ fill }) => fill === 'named').map(({ name }) => name),
);

/** True if the resource that a call names belongs to one of the groups. */
export function isResourceOf(groups: readonly string[], resource: unknown): boolean {
  return rows.some((row) => row.resource === resource && row.resource && groups.includes(row.fill ?? 'host'));
}

/** Returns the calls that show whether a host has the resource at all. */
export function callsOfGroup(group: FillGroup): string[] {
  return rows.filter(({ fill }) => fill === group).map(({ name }) => name);
}
