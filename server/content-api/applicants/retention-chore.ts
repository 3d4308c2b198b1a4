import { type Chore, inBatches } from '../chore.ts';
import { eraseRows } from '../content/trash-repository.ts';
import type { MediaStore } from '../media/store.ts';
import { dayOf } from './retention.ts';
import { cvFilesOf, retainedBefore } from './retention-repository.ts';

/** Number of applicants that are erased in one transaction. */
const batch = 10;

/**
 * Erases applicants whose retention has ended: rows, history, notes and CVs. The chore reports numbers, but no names.
 */
export function retentionChore(media: MediaStore): Chore {
  return {
    name: 'applicants: retention',
    run: (now) =>
      inBatches(batch, () =>
        media.change([], async ({ tx, drop }) => {
          const ids = await retainedBefore(tx, dayOf(now), batch);
          const files = await cvFilesOf(tx, ids);
          drop(...files);
          await eraseRows(tx, 'applicants', ids);
          return { applicants: ids.length, files: files.length };
        }),
      ),
  };
}
