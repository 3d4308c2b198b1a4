import type { VersionedResource, VersionValue } from '#shared/schemas/versions.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { withPlainLineEnds } from '../../rich-text/line-ends.ts';
import type { EditedTable } from '../edits/repository.ts';
import { imagesOf } from '../projects/images-repository.ts';

/** What a thing holds besides its long text, by the names on the wire. */
export type Fields = Record<string, VersionValue>;

/** What a thing is like now. Its long text is read by itself. */
export interface State {
  public_id: string | null;
  updated_at: string;
  title: string;
  fields: Fields;
}

interface Versioned {
  table: EditedTable & ('blogs' | 'projects' | 'jobs');
  /** Undefined when there is none that is not deleted. */
  read(tx: Db, id: RowId): Promise<State | undefined>;
  /** Fields that also change without a save, and that no restoring brings back: where it stands, whether visitors see it. */
  apart: readonly string[];
}

const told = ['excerpt', 'search_title', 'search_description', 'share_image'] as const;

/** Everything that keeps versions. */
export const versioned: Record<VersionedResource, Versioned> = {
  blog: {
    table: 'blogs',
    apart: ['is_active'],
    async read(tx, id) {
      const row = await tx
        .selectFrom('blogs')
        .select(['public_id', 'updated_at', 'blog_title', 'is_active', 'blog_image', ...told])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row && stateOf(row, row.blog_title);
    },
  },
  project: {
    table: 'projects',
    apart: ['v_order'],
    async read(tx, id) {
      const row = await tx
        .selectFrom('projects')
        .select([
          'public_id',
          'updated_at',
          'title',
          'category_id',
          'v_order',
          'project_url',
          'video',
          ...told,
        ])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!row) return undefined;
      const images = (await imagesOf(tx, [id])).map(({ image }) => image);
      return stateOf({ ...row, images }, row.title);
    },
  },
  job: {
    table: 'jobs',
    apart: ['status'],
    async read(tx, id) {
      const row = await tx
        .selectFrom('jobs')
        .select([
          'public_id',
          'updated_at',
          'title',
          'department',
          'employment_type',
          'openings',
          'location_type',
          'city',
          'region',
          'country',
          'salary_min',
          'salary_max',
          'salary_currency',
          'salary_unit',
          'show_salary',
          'closes_at',
          'status',
        ])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row && stateOf(row, row.title);
    },
  },
};

type Row = Fields & Pick<State, 'public_id' | 'updated_at'>;

function stateOf({ public_id, updated_at, ...fields }: Row, title: string): State {
  return { public_id, updated_at, title, fields };
}

/** The long text of a thing. */
export async function textOfRow(tx: Db, resource: VersionedResource, id: RowId): Promise<string> {
  const { description } = await tx
    .selectFrom(versioned[resource].table)
    .select('description')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return description;
}

/** The names of the fields in which the two are not the same. */
export function changedFields(before: Fields, after: Fields): string[] {
  return Object.keys(after).filter(
    (name) => JSON.stringify(plain(before[name])) !== JSON.stringify(plain(after[name])),
  );
}

/** Browsers send each line end as CRLF: that is nobody's change. */
function plain(value: VersionValue | undefined): VersionValue {
  return typeof value === 'string' ? withPlainLineEnds(value) : (value ?? null);
}
