import { rows } from '#shared/contract/index.ts';
import type { FillGroup } from '#shared/contract/row.ts';

/** The names of the calls that the engine answers. */
export function rowsOf(groups: readonly FillGroup[]): ReadonlySet<string> {
  const hasForms = groups.includes('applicants') || groups.includes('messages');
  const filled = rows.filter(({ fill = 'host' }) => {
    if (fill === 'host' || fill === 'named') return false;
    return fill === 'forms' ? hasForms : groups.includes(fill);
  });
  return new Set(filled.map(({ name }) => name));
}

/** The calls that are answered by whoever answers those of the resource that they name. */
export const namingRows: ReadonlySet<string> = new Set(
  rows.filter(({ fill }) => fill === 'named').map(({ name }) => name),
);

/** True when what is named so in a call belongs to one of the groups. */
export function isResourceOf(groups: readonly string[], resource: unknown): boolean {
  return rows.some((row) => row.resource === resource && row.resource && groups.includes(row.fill ?? 'host'));
}

/** By these it is seen whether a host has the resource at all: it is asked for it, or has none. */
export function callsOfGroup(group: FillGroup): string[] {
  return rows.filter(({ fill }) => fill === group).map(({ name }) => name);
}
