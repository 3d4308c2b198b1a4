import type { Selectable } from 'kysely';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';

export type ScheduleRow = Selectable<Tables['schedules']>;

export function findSchedule(db: Db, resource: ScheduledResource, id: RowId) {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('resource', '=', resource)
    .where('row_id', '=', id)
    .executeTakeFirst();
}

/**
 * Stores the times of a record's schedule (if both are set, `publish_at` is the earlier one), made by `who`. An empty
 * schedule is deleted, unless it has a problem to report.
 */
export async function storeSchedule(
  tx: Db,
  { resource, row_id, who }: Pick<ScheduleRow, 'resource' | 'row_id' | 'who'>,
  { publish_at, unpublish_at, problem }: Pick<ScheduleRow, 'publish_at' | 'unpublish_at' | 'problem'>,
  now: string,
) {
  const next_at = publish_at ?? unpublish_at;
  if (next_at === null && problem === null) {
    await tx.deleteFrom('schedules').where('resource', '=', resource).where('row_id', '=', row_id).execute();
    return;
  }
  const stored = { publish_at, unpublish_at, problem, next_at, who, updated_at: now };
  await tx
    .insertInto('schedules')
    .values({ resource, row_id, created_at: now, ...stored })
    .onConflict((known) => known.columns(['resource', 'row_id']).doUpdateSet(stored))
    .execute();
}

/**
 * Updates the schedule after an admin has published or unpublished the record by hand, in the same transaction: the
 * scheduled change to that state is obsolete and deleted; the other half of the schedule stays.
 */
export async function noteStatusByHand(
  tx: Db,
  resource: ScheduledResource,
  id: RowId,
  isPublic: boolean,
  now: string,
) {
  const plan = await findSchedule(tx, resource, id);
  if (!plan) return;
  const { publish_at, unpublish_at } = plan;
  const rest = isPublic
    ? { publish_at: null, unpublish_at }
    : { publish_at, unpublish_at: publish_at && unpublish_at };
  await storeSchedule(tx, plan, { ...rest, problem: null }, now);
}
