import type { Migration } from 'kysely/migration';
import { knownCalls } from './0001-known-calls.ts';

/** Every migration by its name; they run in the order of the names. One that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-known-calls': knownCalls,
};
