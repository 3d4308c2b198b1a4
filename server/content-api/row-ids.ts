import type { CallName, ContractRow, contract } from '#shared/contract/index.ts';
import type { IdOf } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import { ownNumber } from '#shared/schemas/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { type NamedTable, rowIdOf, rowIdsOf } from '../database/public-ids.ts';
import type { RowId } from '../database/row-id.ts';
import type { Db } from '../database/types.ts';

/** Tables whose rows may have text ids; all other ids are numbers. */
const tables: Partial<Record<IdOf, NamedTable>> = {
  job: 'jobs',
  applicant: 'applicants',
  team_member: 'team_members',
  message: 'messages',
  category: 'categories',
  project: 'projects',
  blog: 'blogs',
  tech_image: 'tech_images',
  project_image: 'project_images',
  applicant_note: 'applicant_notes',
} satisfies Record<TrashResource, NamedTable>;

type FieldsOf<Name> = Name extends CallName
  ? (typeof contract)[Name] extends { ids: infer Ids }
    ? keyof Ids
    : never
  : never;

type RowIdIn<Value> = Value extends readonly unknown[] ? RowId[] : Value extends Id ? RowId : Value;

/**
 * The values sent with a call of this name, with database ids instead of public ids. The value `none` of `job_id`
 * (applicants without a job) stays.
 */
export type WithRowIds<Name, Sent> = [FieldsOf<Name>] extends [never]
  ? Sent
  : {
      [Field in keyof Sent]: Field extends FieldsOf<Name>
        ? RowIdIn<Sent[Field]> | (Field extends 'job_id' ? 'none' : never)
        : Sent[Field];
    };

/** Returns the database id of the record that the path of a call names; 0, which no record has, for an unknown id. */
export async function rowIdAt(
  db: Db,
  { resource, id: of = resource ?? 'own' }: ContractRow,
  id: Id | undefined,
): Promise<RowId> {
  const table = tables[of];
  return table ? rowIdOf(db, table, id) : ownNumber(id);
}

/** Returns the parsed values of a call, with database ids instead of public ids; 0 for an unknown id. */
export async function withRowIds(db: Db, { ids = {} }: ContractRow, sent: unknown): Promise<unknown> {
  const read = { ...(sent as Record<string, unknown>) };
  for (const [field, of] of Object.entries(ids)) {
    const value = read[field];
    if (value === undefined || value === null || value === 'none') continue;
    const named = (Array.isArray(value) ? value : [value]) as Id[];
    const found = await rowsOf(db, of === 'resource' ? (read.resource as TrashResource) : of, named);
    read[field] = Array.isArray(value) ? [...new Set(found)] : found[0];
  }
  return read;
}

async function rowsOf(db: Db, of: IdOf, ids: readonly Id[]) {
  const table = tables[of];
  if (!table) return ids.map(ownNumber);
  const known = await rowIdsOf(db, table, ids);
  return ids.map((id) => known.get(id) ?? 0);
}
