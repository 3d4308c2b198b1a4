import { job } from '#shared/entities/job.ts';
import { post } from '#shared/entities/post.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { ChangedRow } from '../content/changes.ts';
import { jobs, posts } from '../content/tables.ts';
import { updateJobStatus } from '../jobs/repository.ts';

/**
 * Finds a record that may have a schedule. `problemAt` returns why it could not be published at this time; `set`
 * publishes it at a time, or takes it back.
 */
export async function scheduledRecord(tx: Db, resource: ScheduledResource, id: RowId) {
  if (resource === 'blog') {
    const row = await posts.findListed(tx, id);
    return (
      row && {
        noun: post,
        row,
        problemAt: () => undefined,
        // The date of a post becomes the scheduled time, even if this process is late.
        set: (at: string | null): Promise<ChangedRow> =>
          posts.update(tx, row, at === null ? { is_active: 0 } : { is_active: 1, created_at: at }),
      }
    );
  }
  const row = await jobs.find(tx, id);
  return (
    row && {
      noun: job,
      row,
      problemAt(moment: string) {
        if (row.description === '') return 'job.descriptionRequired' as const;
        return row.ends_at !== null && row.ends_at <= moment ? ('job.closesInPast' as const) : undefined;
      },
      set: (at: string | null): Promise<ChangedRow> =>
        updateJobStatus(tx, row, at === null ? 'closed' : 'open'),
    }
  );
}
