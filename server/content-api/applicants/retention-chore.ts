import { setImmediate } from 'node:timers/promises';
import type { Chore } from '../chore.ts';
import type { MediaStore } from '../media/store.ts';
import { dayOf } from './retention.ts';
import { cvFilesOf, eraseApplicants, retainedBefore } from './retention-repository.ts';

/**
 * Number of applicants erased in one transaction, which takes a few milliseconds; other calls run between
 * transactions.
 */
const batch = 10;

/**
 * Erases applicants whose retention has ended: rows, history, notes and CVs. The chore reports numbers, but no names.
 */
export function retentionChore(media: MediaStore): Chore {
  return {
    name: 'applicants: retention',
    async run(now) {
      const removed: Record<string, number> = {};
      for (;;) {
        const gone = await media.change([], async ({ tx, drop }) => {
          const ids = await retainedBefore(tx, dayOf(now), batch);
          const files = await cvFilesOf(tx, ids);
          drop(...files);
          return { ...(await eraseApplicants(tx, ids)), files: files.length };
        });
        for (const [kind, count] of Object.entries(gone)) removed[kind] = (removed[kind] ?? 0) + count;
        if ((gone as Record<string, number>).applicants !== batch) return removed;
        await setImmediate();
      }
    },
  };
}
