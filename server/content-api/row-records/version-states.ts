import { type Entity, isSingleFile, isVersioned, namesWhere } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import { job } from '#shared/entities/job.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import type { VersionedResource, VersionValue } from '#shared/schemas/versions.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { withPlainLineEnds } from '../../rich-text/line-ends.ts';
import type { EditedTable } from '../edits/repository.ts';
import { listedPictures } from './listed-pictures.ts';

/** The fields of a record except its long text, by their names in the contract. */
export type Fields = Record<string, VersionValue>;

/** The present state of a record. Its long text is read separately. */
export interface State {
  public_id: string | null;
  updated_at: string;
  title: string;
  fields: Fields;
}

type Row = Fields & Pick<State, 'public_id' | 'updated_at'>;
type VersionedEntity = Entity & { table: Versioned['table'] };

interface Versioned {
  table: EditedTable & ('blogs' | 'projects' | 'jobs');
  /** Reads the present state of a record; undefined when the record does not exist or is deleted. */
  read(tx: Db, id: RowId): Promise<State | undefined>;
  /** Fields that also change without a save; a restore leaves them as they are. */
  apart: readonly string[];
  /** Fields with a single file. A restore does not change them, since replaced files no longer exist. */
  files: readonly string[];
}

/** The entities with versions, each with the fields that its versions contain. */
export const versioned: Record<VersionedResource, Versioned> = {
  blog: versionedBy(post),
  project: versionedBy(project),
  job: versionedBy(job),
};

function versionedBy({ resource, table, title, fields }: VersionedEntity): Versioned {
  const names = namesWhere(fields, isVersioned);
  const columns = names.filter((name) => !['rich', 'pictures'].includes(fields[name]?.kind ?? ''));
  const pictureLists = Object.entries<Field>(fields).flatMap(([name, { parts }]) =>
    parts && names.includes(name) ? [[name, parts] as const] : [],
  );
  return {
    table,
    apart: namesWhere(fields, ({ apart }) => apart === true),
    files: namesWhere(fields, isSingleFile),
    async read(tx, id) {
      const row = (await tx
        .selectFrom(table)
        // The column names come from the descriptor at run time, so kysely cannot type them.
        .select(['public_id', 'updated_at', ...(columns as 'public_id'[])])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()) as Row | undefined;
      if (!row) return undefined;
      const { public_id, updated_at, ...values } = row;
      const lists = await Promise.all(
        pictureLists.map(
          async ([name, parts]) =>
            [
              name,
              (await listedPictures(tx, parts.table, resource, [id])).map(({ image }) => image),
            ] as const,
        ),
      );
      return {
        public_id,
        updated_at,
        title: String(values[title]),
        fields: { ...values, ...Object.fromEntries(lists) },
      };
    },
  };
}

/** Returns the long text of a record. */
export async function textOfRow(tx: Db, resource: VersionedResource, id: RowId): Promise<string> {
  const { description } = await tx
    .selectFrom(versioned[resource].table)
    .select('description')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return description;
}

/** Returns the names of the fields that differ. */
export function changedFields(before: Fields, after: Fields): string[] {
  return Object.keys(after).filter(
    (name) => JSON.stringify(plain(before[name])) !== JSON.stringify(plain(after[name])),
  );
}

/** Browsers send each line end as CRLF, which does not count as a change. */
function plain(value: VersionValue | undefined): VersionValue {
  return typeof value === 'string' ? withPlainLineEnds(value) : (value ?? null);
}
