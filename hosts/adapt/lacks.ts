import type { Logger } from 'pino';
import type { HostFile } from '../host-file/schema.ts';

/** Reports a place of host.json at which an answer has nothing, or nothing of the right kind. */
export type Tell = (place: string, problem?: string) => void;

/**
 * Reports each place once: a host has the same problem in every answer, and one warning is enough. Without `log`
 * nothing is reported.
 */
export function createTell(log: Pick<Logger, 'warn'> | undefined): Tell {
  const told = new Set<string>();
  return (
    place,
    problem = 'an answer of the API host has nothing at a place that host.json names: correct it',
  ) => {
    if (told.has(place)) return;
    told.add(place);
    log?.warn({ place }, problem);
  };
}

const counts = ['page', 'last_page', 'per_page', 'total'] as const;

/** The numbers of a list's envelope. */
export type Count = (typeof counts)[number];

/** Returns the numbers that this envelope of host.json names itself; those of a preset are only usual. */
export function namedCounts(...envelopes: (HostFile['envelope'] | undefined)[]) {
  return counts.filter((name) => envelopes.some((envelope) => envelope?.[name] !== undefined));
}
