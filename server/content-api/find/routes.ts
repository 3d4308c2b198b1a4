import { type RawBuilder, sql } from 'kysely';
import { type EntityName, entities } from '#shared/entities/index.ts';
import { inOrderOf } from '#shared/in-order-of.ts';
import { mayDo, type Right, type Role } from '#shared/roles.ts';
import type { FindResource, FoundThing } from '#shared/schemas/find.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import { publicIdAt, reading, shownId } from '../../database/rows.ts';
import { foldNewTexts, newestFound, searchTextOf, wordsOf } from '../../database/search.ts';
import type { Db, RowId } from '../../database/types.ts';
import type { Handlers } from '../calls.ts';
import { dayMs } from '../chore.ts';
import { pageOfMessages, presentMessages } from '../messages/repository.ts';

/** Search, and the counts of pending items (docs/product.md §22). */
export function findHandlers(db: Db, counted?: (right: Right) => boolean): Handlers {
  return {
    async findAnything(call) {
      const words = wordsOf(call.query.search ?? '');
      if (words.length === 0) return { data: { found: [] } };
      await foldNewTexts(db);
      const found: FoundThing[] = [];
      for (const kind of kinds) {
        if (mayDo(call.admin?.role, kind.needs)) found.push(...(await kind.read(db, words)));
      }
      return { data: { found } };
    },
    async deskCounts(call) {
      return { data: await countWaiting(db, call.admin?.role, new Date(), counted) };
    },
    async searchMessages(call) {
      const { unread: _unread, ...found } = await pageOfMessages(db, call.page, call.query);
      return { data: { ...found, data: await presentMessages(db, found.data) } };
    },
  };
}

/** Maximum number of results of one kind that are shown while a person types. */
const fewOfAKind = 5;
/**
 * Maximum number of results of one kind that are read. It is higher than the number that is shown, because deleted
 * records are removed from the results after they were read.
 */
const looked = 25;

/** A kind of records that can be found. */
interface Kind {
  resource: FindResource;
  needs: Right;
  /** Returns the matching records that are shown, at most `fewOfAKind`. */
  read(db: Db, words: readonly string[]): Promise<FoundThing[]>;
}

/** The detail that tells records of one title apart, as SQL. For other entities it says whether visitors see them. */
const details: Partial<Record<EntityName, string>> = {
  applicant: `coalesce(job_title, '')`,
  job: 'department',
  project: `coalesce((select title from categories where categories.id = category_id), '')`,
  team_member: 'designation',
  message: `coalesce(subject, app_name, '')`,
};

/** The kinds of results, in the order in which they are shown. */
const kinds: readonly Kind[] = [
  ...Object.values(entities).map(kind),
  {
    resource: 'person',
    needs: 'people',
    // There are few colleagues, so all of them are read and filtered here.
    async read(db, words) {
      const rows = await db.selectFrom('admins').select(['id', 'name', 'email']).orderBy('id').execute();
      return rows
        .filter(({ name, email }) => {
          const text = searchTextOf(name, email);
          return words.every((word) => text.includes(word));
        })
        .slice(0, fewOfAKind)
        .map(({ id, name, email }) => ({
          resource: 'person',
          id,
          title: name || email,
          detail: name ? email : '',
        }));
    },
  },
];

type FoundRow = { id: RowId; public_id: string | null; title: string; detail: string };
type InCategory = { category_id: RowId; category_public_id: string | null };

/** Creates the kind of results of an entity; its words are SQL. */
function kind(noun: (typeof entities)[EntityName]): Kind {
  const { resource, table, fields } = noun;
  const title = resource === 'message' ? `coalesce(nullif(name, ''), email)` : noun.title;
  const isInactive = 'is_active' in fields ? `case when is_active = 1 then '' else 'Inactive' end` : `''`;
  const detail = details[resource] ?? isInactive;
  const condition = noun.area === 'applicants' || noun.area === 'messages' ? `status <> 'spam'` : '1 = 1';
  const category =
    resource === 'project'
      ? sql`, category_id, ${publicIdAt('categories', 'projects.category_id')} as category_public_id`
      : sql``;
  return {
    resource,
    needs: `${noun.area}.read`,
    async read(db, words) {
      const ids =
        'mark' in noun
          ? await newestFound(db, 'search_texts', words, looked, noun.resource)
          : await newestFound(db, noun.table, words, looked);
      if (ids.length === 0) return [];
      const { rows } = await sql<FoundRow & Partial<InCategory>>`
        select id, public_id, ${sql.raw(title)} as title, ${sql.raw(detail)} as detail ${category}
        from ${sql.table(table)}
        where id in (${sql.join(ids)}) and deleted_at is null and ${sql.raw(condition)}`.execute(db);
      return inOrderOf(ids, rows, ({ id }) => id)
        .slice(0, fewOfAKind)
        .map(({ id, public_id, title, detail, category_id, category_public_id }) => ({
          resource,
          id: shownId({ id, public_id }),
          title,
          detail,
          category_id: category_public_id ?? category_id,
        }));
    },
  };
}

/**
 * A job counts as closing from this many days before its end, and a request counts as due from this many days before
 * its due date.
 */
const soonDays = 7;
/** Counting stops at this number. */
const most = 1_000;

/**
 * Counts the pending items that an admin of this role may handle, limited to the rights for which `counted` is true.
 * Some totals are stored and only read; the other counts come from short ranges of indexes.
 */
async function countWaiting(
  db: Db,
  role: Role | undefined,
  now: Date,
  counted: (right: Right) => boolean = () => true,
) {
  const may = (right: Right) => counted(right) && mayDo(role, right);
  const soon = new Date(now.getTime() + soonDays * dayMs).toISOString();
  return reading(db, async (tx) => ({
    ...(may('applicants.read') && { unread_applicants: await unreadApplicants(tx) }),
    ...(may('messages.read') && {
      new_messages: await newMessages(tx),
      // Must have exactly the text of the index's condition (migrations/schema.ts), because otherwise the database
      // does not use the index.
      deletions_due: await few(
        tx,
        'messages',
        sql`deleted_at is null and due_at is not null and handled_at is null and status <> 'spam' and due_at <= ${soon}`,
      ),
    }),
    ...(may('jobs.write') && {
      jobs_closing: await few(
        tx,
        'jobs',
        sql`deleted_at is null and status = 'open' and ends_at > ${now.toISOString()} and ends_at <= ${soon}`,
      ),
      draft_jobs: await few(tx, 'jobs', sql`deleted_at is null and status = 'draft'`),
      scheduled_jobs: await scheduled(tx, 'job', 'jobs'),
    }),
    ...(may('content.write') && {
      inactive_posts: await few(tx, 'blogs', sql`deleted_at is null and is_active = 0`),
      scheduled_posts: await scheduled(tx, 'blog', 'blogs'),
    }),
  }));
}

async function unreadApplicants(tx: Db) {
  const rows = await tx
    .selectFrom('applicant_counts')
    .select('total')
    .where('job_id', '=', -1)
    .where('is_read', '=', 0)
    .where('status', '<>', 'spam')
    .execute();
  return rows.reduce((sum, { total }) => sum + total, 0);
}

async function newMessages(tx: Db) {
  const rows = await tx.selectFrom('message_counts').select('total').where('status', '=', 'new').execute();
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** Counts the rows for which the condition, SQL, holds. */
async function few(tx: Db, table: string, condition: RawBuilder<unknown>) {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition} limit ${most}`.execute(tx);
  return rows.length;
}

/**
 * Counts the records of a kind that have a scheduled change. Records in the trash are left out: they are not
 * published.
 */
function scheduled(tx: Db, resource: ScheduledResource, table: 'blogs' | 'jobs') {
  return few(
    tx,
    'schedules',
    sql`resource = ${resource} and next_at is not null
      and exists (select 1 from ${sql.table(table)} as thing where thing.id = row_id and thing.deleted_at is null)`,
  );
}
