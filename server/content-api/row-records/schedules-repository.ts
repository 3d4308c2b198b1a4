import type { Selectable } from 'kysely';
import type { Schedule, ScheduledResource } from '#shared/schemas/schedule.ts';
import { publicIdAt } from '../../database/public-ids.ts';
import type { SchedulesTable } from '../../database/publishing-types.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

export type ScheduleRow = Selectable<SchedulesTable>;

const shown = ['row_id', 'publish_at', 'unpublish_at', 'problem', 'who'] as const;

/** Returns a schedule for answers, with the public id of its record. */
function presentSchedule({
  row_id,
  public_id,
  ...plan
}: Pick<ScheduleRow, (typeof shown)[number]> & { public_id: string | null }): Schedule {
  return { row_id: public_id ?? row_id, ...plan };
}

/**
 * Maximum number of schedules that are listed, more than any studio makes. The schedules that are due next come
 * first.
 */
const mostShown = 1_000;

/** Lists the pending and the failed schedules of this resource, by time. Records in the trash are left out. */
export async function listSchedules(db: Db, resource: ScheduledResource): Promise<Schedule[]> {
  const table = resource === 'blog' ? 'blogs' : 'jobs';
  const rows = await db
    .selectFrom('schedules')
    .select(shown)
    .select(publicIdAt(table, 'schedules.row_id').as('public_id'))
    .where('resource', '=', resource)
    .where((where) =>
      where.exists(
        where
          .selectFrom(table)
          .select(`${table}.id`)
          .whereRef(`${table}.id`, '=', 'schedules.row_id')
          .where(`${table}.deleted_at`, 'is', null),
      ),
    )
    .orderBy('next_at')
    .orderBy('row_id')
    .limit(mostShown)
    .execute();
  return rows.map(presentSchedule);
}

export function findSchedule(
  db: Db,
  resource: ScheduledResource,
  id: RowId,
): Promise<ScheduleRow | undefined> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('resource', '=', resource)
    .where('row_id', '=', id)
    .executeTakeFirst();
}

/** The times of a schedule. If both are set, `publish_at` is the earlier one. */
type Plan = Pick<ScheduleRow, 'publish_at' | 'unpublish_at' | 'problem'>;

function columnsOf({ publish_at, unpublish_at, problem }: Plan) {
  return { publish_at, unpublish_at, problem, next_at: publish_at ?? unpublish_at };
}

/** The record that is scheduled, with its public id, and the name of the admin who scheduled it. */
interface Key {
  resource: ScheduledResource;
  row_id: RowId;
  public_id?: string | null;
  who: string;
}

/** Replaces the schedule of a record; returns the new schedule as `listSchedules` does. */
export async function putSchedule(
  tx: Db,
  { public_id = null, ...key }: Key,
  plan: Plan,
  now: string,
): Promise<Schedule> {
  const changed = { ...columnsOf(plan), who: key.who, updated_at: now };
  const row = await tx
    .insertInto('schedules')
    .values({ ...key, ...changed, created_at: now })
    .onConflict((known) => known.columns(['resource', 'row_id']).doUpdateSet(changed))
    .returning(shown)
    .executeTakeFirstOrThrow();
  return presentSchedule({ ...row, public_id });
}

/** Stores the remaining part of a schedule; an empty schedule is deleted, unless it has a problem to report. */
export async function saveRemainingSteps(
  tx: Db,
  { resource, row_id }: Pick<ScheduleRow, 'resource' | 'row_id'>,
  plan: Plan,
  now: string,
): Promise<void> {
  if (plan.publish_at === null && plan.unpublish_at === null && plan.problem === null) {
    await removeSchedule(tx, resource, row_id);
    return;
  }
  await tx
    .updateTable('schedules')
    .set({ ...columnsOf(plan), updated_at: now })
    .where('resource', '=', resource)
    .where('row_id', '=', row_id)
    .execute();
}

export async function removeSchedule(tx: Db, resource: ScheduledResource, id: RowId): Promise<void> {
  await tx.deleteFrom('schedules').where('resource', '=', resource).where('row_id', '=', id).execute();
}

/** Returns the schedules that are due first. */
export async function nextSchedules(db: Db, limit: number): Promise<(ScheduleRow & { next_at: string })[]> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('next_at', 'is not', null)
    .$narrowType<{ next_at: string }>()
    .orderBy('next_at')
    .limit(limit)
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
): Promise<void> {
  const plan = await findSchedule(tx, resource, id);
  if (!plan) return;
  const rest = isPublic
    ? { publish_at: null, unpublish_at: plan.unpublish_at }
    : { publish_at: plan.publish_at, unpublish_at: plan.publish_at === null ? null : plan.unpublish_at };
  await saveRemainingSteps(tx, plan, { ...rest, problem: null }, now);
}
