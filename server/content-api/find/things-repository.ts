import { inOrderOf } from '#shared/in-order-of.ts';
import type { Right } from '#shared/roles.ts';
import type { FindResource, FoundResource, FoundThing } from '#shared/schemas/find.ts';
import { shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import { newestFound, searchTextOf } from '../../database/search.ts';
import type { Db } from '../../database/types.ts';

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

/** The kinds of results, in the order in which they are shown. */
export const kinds: readonly Kind[] = [
  {
    resource: 'applicant',
    needs: 'applicants.read',
    async read(db, words) {
      const ids = await newestFound(db, 'applicants', words, looked);
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('applicants')
        .select(['id', 'public_id', 'name', 'job_title'])
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where('status', '<>', 'spam')
        .execute();
      return few(ids, rows, ({ name, job_title, ...row }) => ({
        resource: 'applicant',
        id: shownId(row),
        title: name,
        detail: job_title ?? '',
      }));
    },
  },
  {
    resource: 'job',
    needs: 'jobs.read',
    async read(db, words) {
      const ids = await newestFound(db, 'jobs', words, looked);
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'public_id', 'title', 'department'])
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .execute();
      return few(ids, rows, ({ title, department, ...row }) => ({
        resource: 'job',
        id: shownId(row),
        title,
        detail: department,
      }));
    },
  },
  content('blog', 'content.read', async (db, ids) => {
    const rows = await db
      .selectFrom('blogs')
      .select(['id', 'public_id', 'blog_title', 'is_active'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ blog_title: title, is_active, ...row }) => ({
      ...row,
      title,
      detail: is_active === 1 ? '' : 'Inactive',
    }));
  }),
  content('project', 'content.read', async (db, ids) => {
    const rows = await db
      .selectFrom('projects')
      .leftJoin('categories', 'categories.id', 'projects.category_id')
      .select(['projects.id', 'projects.public_id', 'projects.title', 'categories.title as category'])
      .select(['projects.category_id', 'categories.public_id as category_public_id'])
      .where('projects.id', 'in', ids)
      .where('projects.deleted_at', 'is', null)
      .execute();
    return rows.map(({ category_id, category_public_id, category, ...row }) => ({
      ...row,
      category_id: category_public_id ?? category_id,
      detail: category ?? '',
    }));
  }),
  content('category', 'content.read', async (db, ids) => {
    const rows = await db
      .selectFrom('categories')
      .select(['id', 'public_id', 'title'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map((row) => ({ ...row, detail: '' }));
  }),
  content('team_member', 'content.read', async (db, ids) => {
    const rows = await db
      .selectFrom('team_members')
      .select(['id', 'public_id', 'name', 'designation'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ name, designation, ...row }) => ({ ...row, title: name, detail: designation }));
  }),
  content('message', 'messages.read', async (db, ids) => {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'public_id', 'name', 'email', 'subject', 'app_name'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .where('status', '<>', 'spam')
      .execute();
    return rows.map(({ name, email, subject, app_name: app, ...row }) => ({
      ...row,
      title: name || email,
      detail: subject ?? app ?? '',
    }));
  }),
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

type Shown = Omit<FoundThing, 'resource' | 'id'> & { id: RowId; public_id: string | null };

/** Creates a kind of results whose texts are in `search_texts`. */
function content(
  resource: Extract<FindResource, FoundResource>,
  needs: Right,
  read: (db: Db, ids: readonly RowId[]) => Promise<Shown[]>,
): Kind {
  return {
    resource,
    needs,
    async read(db, words) {
      const ids = await newestFound(db, 'search_texts', words, looked, resource);
      return ids.length === 0
        ? []
        : few(ids, await read(db, ids), ({ id, public_id, ...row }) => ({
            resource,
            id: shownId({ id, public_id }),
            ...row,
          }));
    },
  };
}

/** Returns the first `fewOfAKind` rows as results, in the order of `ids`. */
function few<Row extends { id: RowId }>(
  ids: readonly RowId[],
  rows: readonly Row[],
  show: (row: Row) => FoundThing,
): FoundThing[] {
  return inOrderOf(ids, rows, ({ id }) => id)
    .slice(0, fewOfAKind)
    .map(show);
}
