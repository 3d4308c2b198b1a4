import { type SqlBool, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { ActivityFilter, ActivityLine } from '#shared/schemas/activity.ts';
import { timeOf } from '../../database/dialect.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { repeat } from '../../process/work.ts';

/** The person who acted, as their session names them; for a failed sign-in, the email that was entered. */
export type Actor = { user: { id?: string | number; name?: string; email?: string } } | { tried: string };

/** A log line that is not written yet. */
export interface NewLine extends Pick<ActivityLine, 'key' | 'action' | 'address' | 'request' | 'outcome'> {
  /** Milliseconds since 1970. */
  at: number;
  actor: Actor | undefined;
  resource: string | null;
  resourceId: Id | null;
  fields: readonly string[];
}

/** Writes log lines in one transaction, and adds the people who acted if they are not stored yet. */
export async function insertLines(db: SiteDb, lines: readonly NewLine[]) {
  await db.transaction().execute(async (tx) => {
    const people = new Map<string, number | null>();
    // In one order, so that no two processes wait for each other's people.
    for (const known of [...new Set(lines.map(textOf))].sort()) {
      const actor: Actor | null = JSON.parse(known);
      people.set(known, actor && (await personOf(tx, actor)));
    }
    const values = lines.map(({ actor, resourceId, fields, ...line }) => ({
      ...line,
      person_id: people.get(textOf({ actor })) ?? null,
      ...columnsOf(resourceId),
      fields: fields.join(','),
    }));
    // Lines that exist already are skipped: a batch is written again when its commit was not confirmed.
    if (values.length > 0)
      await tx
        .insertInto('activity')
        .values(values)
        .onConflict((known) => known.column('key').doNothing())
        .execute();
  });
}

const textOf = ({ actor }: Pick<NewLine, 'actor'>) => JSON.stringify(actor ?? null);

/** Returns the two columns that store the id of a record: one for numbers, one for texts. */
function columnsOf(id: Id | null) {
  return {
    resource_id: typeof id === 'number' ? id : null,
    resource_text: typeof id === 'string' ? id : null,
  };
}

/**
 * Returns the database id of a person; null if the person is unknown. The email of a failed sign-in is used only if a
 * person has signed in with it before, because otherwise it may be any text.
 */
async function personOf(tx: SiteDb, actor: Actor) {
  if ('tried' in actor) {
    const email = actor.tried.toLowerCase();
    const known = await tx
      .selectFrom('activity_people')
      .select('id')
      .where(sql<string>`lower(email)`, '=', email)
      .executeTakeFirst();
    return known ? Number(known.id) : null;
  }
  const { id, name, email } = actor.user;
  const key = id !== undefined ? `id:${id}` : email ? `email:${email.toLowerCase()}` : undefined;
  if (key === undefined) return null;
  const told = { host_id: id === undefined ? null : String(id), name: name || null, email: email || null };
  const row = await tx
    .insertInto('activity_people')
    .values({ key, ...told })
    .onConflict((known) => known.column('key').doUpdateSet(told))
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(row.id);
}

/** Empties the details in the log lines about records that were erased; the lines themselves remain. */
export async function eraseRecords(db: SiteDb, resource: string, ids: readonly Id[]) {
  const numbers = ids.filter((id) => typeof id === 'number');
  const texts = ids.filter((id) => typeof id === 'string');
  await db
    .updateTable('activity')
    .set({ ...columnsOf(null), fields: '', request: null })
    .where('resource', '=', resource)
    .where(({ or, eb }) => or([eb('resource_id', 'in', numbers), eb('resource_text', 'in', texts)]))
    .execute();
}

/** Empties the details in the log lines by people who are gone; `hostIds` are the host's ids of them. */
export async function erasePeople(db: SiteDb, hostIds: readonly string[]) {
  await db.transaction().execute(async (tx) => {
    const people = await tx
      .selectFrom('activity_people')
      .select('id')
      .where('host_id', 'in', hostIds)
      .execute();
    const ids = people.map(({ id }) => Number(id));
    if (ids.length === 0) return;
    await tx
      .updateTable('activity')
      .set({ address: null, request: null })
      .where('person_id', 'in', ids)
      .execute();
    await tx
      .updateTable('activity_people')
      .set({ key: null, host_id: null, name: null, email: null })
      .where('id', 'in', ids)
      .execute();
  });
}

const dayMs = 86_400_000;

function pageQuery(db: SiteDb, filter: ActivityFilter, before: string | undefined, limit: number) {
  const { who, resource, id, action, from, to } = filter;
  const [at = '', key = ''] = before?.split('.', 2) ?? [];
  return (
    db
      .selectFrom('activity')
      .leftJoin('activity_people', 'activity_people.id', 'activity.person_id')
      .select(['activity.key', 'at', 'person_id', 'action', 'resource', 'resource_id', 'resource_text'])
      .select(['fields', 'address', 'request', 'outcome', 'name', 'email'])
      // Kysely leaves out what is undefined.
      .where(({ and }) =>
        and({
          person_id: who,
          resource,
          action,
          resource_id: typeof id === 'number' ? id : undefined,
          resource_text: typeof id === 'string' ? id : undefined,
        }),
      )
      .$if(from !== undefined, (query) => query.where('at', '>=', Date.parse(from as string)))
      .$if(to !== undefined, (query) => query.where('at', '<', Date.parse(to as string) + dayMs))
      .$if(before !== undefined, (query) =>
        query.where(sql<SqlBool>`(activity.at, activity.key) < (${Number(at)}, ${key})`),
      )
      .orderBy('activity.at', 'desc')
      .orderBy('activity.key', 'desc')
      .limit(limit)
  );
}

/** Reads one page of the matching lines, newest first; `older` is the cursor of the next page. */
export async function readLines(
  db: SiteDb,
  filter: ActivityFilter,
  before: string | undefined,
  limit: number,
): Promise<{ data: ActivityLine[]; older: string | null }> {
  const rows = await pageQuery(db, filter, before, limit + 1).execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows
      .slice(0, limit)
      .map(({ at, person_id: person, name, email, resource_id: id, resource_text, fields, ...line }) => ({
        ...line,
        at: new Date(Number(at)).toISOString(),
        who: person === null ? null : { id: Number(person), name, email },
        id: id === null ? resource_text : Number(id),
        fields: fields === '' ? [] : fields.split(','),
      })),
    older: last ? `${last.at}.${last.key}` : null,
  };
}

/** Reads the people by whom the log can be filtered, at most `limit`. */
export async function readPeople(db: SiteDb, limit: number) {
  const rows = await db
    .selectFrom('activity_people')
    .select(['id', 'name', 'email'])
    .where('key', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, email }) => ({ id: Number(id), name, email }));
}

/** Reads the ids of records of one kind that have log lines. */
async function readIds(db: SiteDb, resource: string) {
  const rows = await db
    .selectFrom('activity')
    .select(['resource_id', 'resource_text'])
    .distinct()
    .where('resource', '=', resource)
    .execute();
  return rows.flatMap(({ resource_id: id, resource_text: text }) =>
    id === null ? (text ?? []) : Number(id),
  );
}

/**
 * Asks the engine which of the given records still exist: returns their ids, including those of deleted records that
 * can be restored.
 */
export type ExistingRows = (
  resource: 'applicant' | 'applicant_note' | 'message' | 'admin',
  ids: readonly Id[],
) => Promise<Id[]>;

interface RetentionOptions {
  db: SiteDb;
  log: Logger;
  /** Asks the engine which records still exist. Undefined without an engine. */
  living?: ExistingRows;
  /** Returns the current time, in milliseconds since 1970. */
  time?: () => Promise<number>;
}

const hourMs = 3_600_000;
/** Number of ids about which the engine is asked in one call. */
const batch = 500;

/**
 * Runs now and every hour, in every process: erases IP addresses after 30 days, deletes lines after 400 days, and
 * erases the details in lines about people whom the engine has erased. Returns a worker with `stop`.
 */
export function startRetention(options: RetentionOptions) {
  const { log } = options;
  const failed = (error: unknown) =>
    log.error({ err: error }, 'expired lines of the activity log could not be erased');
  const worker = repeat(hourMs, () => applyRetention(options), failed);
  worker.wake();
  return worker;
}

/** Runs one round of the erasures that `startRetention` describes. */
async function applyRetention({ db, log, living, time = () => timeOf(db) }: RetentionOptions) {
  if (living) await forgetErased(db, living);
  const now = await time();
  await db
    .updateTable('activity')
    .set({ address: null })
    .where('address', 'is not', null)
    .where('at', '<', now - limits.activityAddressDays * dayMs)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('activity')
    .where('at', '<', now - limits.activityDays * dayMs)
    .executeTakeFirstOrThrow();
  // Names of people who have no line left are deleted.
  await db
    .deleteFrom('activity_people')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('activity').select('at').whereRef('person_id', '=', 'activity_people.id'))),
    )
    .execute();
  if (numDeletedRows > 0n)
    log.info({ lines: Number(numDeletedRows) }, 'expired lines of the activity log were erased');
}

async function forgetErased(db: SiteDb, living: ExistingRows) {
  for (const resource of ['applicant', 'applicant_note', 'message'] as const) {
    const all = await readIds(db, resource);
    for (let at = 0; at < all.length; at += batch) {
      const ids = all.slice(at, at + batch);
      const there = new Set(await living(resource, ids));
      await eraseRecords(
        db,
        resource,
        ids.filter((id) => !there.has(id)),
      );
    }
  }
  const rows = await db
    .selectFrom('activity_people')
    .select('host_id')
    .where('host_id', 'is not', null)
    .execute();
  const people = rows.map(({ host_id: id }) => String(id));
  const there = new Set(await living('admin', people.map(Number)));
  await erasePeople(
    db,
    people.filter((id) => !there.has(Number(id))),
  );
}
