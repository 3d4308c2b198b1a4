import { type SqlBool, sql } from 'kysely';
import { category } from '#shared/entities/category.ts';
import type { Field } from '#shared/entities/field.ts';
import type { ContentEntity, PartName } from '#shared/entities/index.ts';
import { job } from '#shared/entities/job.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { isoNow, noteDeletion } from '../../database/rows.ts';
import { titleKey } from '../../database/search.ts';
import type { Db, RowId } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import type { EngineAnswer, EngineCall } from '../calls.ts';
import { ContentTable } from './table.ts';

/** Newest first. */
export const posts = new ContentTable(post, 'created_at desc, id desc');
/** Sorted by category; those of one position come oldest first. */
export const projects = new ContentTable(project, 'category_id, v_order, id');
/** Oldest first. */
export const categories = new ContentTable(category, 'id', {
  title_key: ({ title }) => title && titleKey(title),
});
/** In drag order. */
export const team = new ContentTable(teamMember, 'v_order, id');
/** In drag order, then the last posted first. */
export const jobs = new ContentTable(job, 'v_order, posted_at desc nulls last, id desc');

/** The tables by the names of their entities. */
export const tables = {
  blog: posts,
  project: projects,
  category: categories,
  team_member: team,
  job: jobs,
};

/** The lists of pictures of entities. Each picture is deleted and restored for itself. */
export const pictureLists = Object.values(tables).flatMap(({ noun }: { noun: ContentEntity }) =>
  Object.entries(noun.fields).flatMap(([name, field]) =>
    field.parts ? [picturesOf(noun, name, field, field.parts)] : [],
  ),
);

function picturesOf(
  noun: ContentEntity,
  name: string,
  { most = 0, sentAs = name }: Field,
  parts: NonNullable<Field['parts']>,
) {
  const table = parts.table as 'project_images';
  const owner = sql.ref<RowId>(`${noun.resource}_id`);
  const isLiving = sql<SqlBool>`deleted_at is null and ${owner} in (select id from ${sql.table(noun.table)} where deleted_at is null)`;

  /** Finds a picture that is not deleted, of a record that is not deleted. */
  const find = (db: Db, id: RowId) =>
    db.selectFrom(table).select(owner.as('owner')).where('id', '=', id).where(isLiving).executeTakeFirst();

  /**
   * Moves a picture to the trash unless it is the last one of its record. One statement decides and deletes, so that
   * of two concurrent deletions of the last two pictures only one succeeds.
   */
  async function deleteUnlessLast(tx: Db, id: RowId) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ deleted_at: isoNow() })
      .where('id', '=', id)
      .where(isLiving)
      .where(
        sql<SqlBool>`exists (select 1 from ${sql.table(table)} as other where other.${owner} = ${sql.table(table)}.${owner}
          and other.id <> ${sql.table(table)}.id and other.deleted_at is null)`,
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  return {
    resource: parts.resource as PartName,
    table,
    /** The name of the record with the picture; SQL. */
    name: `(select ${noun.title} from ${noun.table} as owner where owner.id = ${noun.resource}_id)`,
    /** Answers the call that deletes a picture. */
    remove:
      (db: Db) =>
      async ({ id, admin }: EngineCall): Promise<EngineAnswer> => {
        await db.transaction().execute(async (tx) => {
          if (await deleteUnlessLast(tx, id)) return noteDeletion(tx, table, id, admin?.id);
          assertThat(await find(tx, id), 'image.notFound', 404);
          throw new AppError('image.lastOne', 422);
        });
        return { data: null, message: 'image.deleted' };
      },
    /** Throws AppError when this picture cannot be restored: its record is deleted, or is full. */
    async assertFits(tx: Db, id: RowId) {
      const found = await find(tx, id);
      assertThat(found, `${noun.resource as 'project'}.notFound`, 409);
      const { count } = await tx
        .selectFrom(table)
        .select((select) => select.fn.countAll().as('count'))
        .where(owner, '=', found.owner)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      const values = { field: sentAs, limit: most };
      assertThat(Number(count) <= most, 'upload.tooMany', 409, { values });
    },
    /** Returns the files of these pictures, deleted ones included. */
    async filesOf(db: Db, ids: readonly RowId[]) {
      const rows = await db.selectFrom(table).select('image').where('id', 'in', ids).execute();
      return rows.map(({ image }) => image);
    },
  };
}
