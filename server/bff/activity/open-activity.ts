import type { Logger } from 'pino';
import type { SiteDb } from '../../database/site-types.ts';
import { type Activity, createActivity } from './activity.ts';
import { type ExistingRows, startRetention } from './retention.ts';

/**
 * Opens the activity log of a process. The returned `age` starts the deletion of old lines, and returns a function
 * that stops it.
 */
export function openActivity(state: {
  db: SiteDb;
  log: Logger;
}): Activity & { age(living: ExistingRows | undefined): () => Promise<void> } {
  return { ...createActivity(state), age: (living) => startRetention({ ...state, living }).stop };
}
