import type { Generated, Kysely } from 'kysely';
import type { EntityName } from '../../archive/manifest.ts';
import type { ArchiveRecords, MediaReference } from '../../archive/records.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { countBehind } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

/** Tables whose rows move in archives. */
export type MovedTable = Extract<
  keyof Tables,
  'categories' | 'projects' | 'blogs' | 'jobs' | 'applicants' | 'team_members' | 'messages'
>;

/** Tables of what belongs to them, which have ids of their own. */
type PartTable = Extract<
  keyof Tables,
  'tech_images' | 'project_images' | 'applicant_notes' | 'applicant_events'
>;

/** Where the file of a reference is now: undefined when it could not be had, so that nothing is known of it. */
export type Place = <Reference extends MediaReference | null | undefined>(
  reference: Reference,
) => string | Extract<Reference, null> | undefined;

interface Writing {
  id: RowId;
  /** It replaces what is there. */
  isThere: boolean;
  place: Place;
  /** Bytes of a file that was had. */
  sizeOf(reference: MediaReference): number;
}

/** How the rows of one entity are read and written. */
export interface MovedRows<Name extends EntityName> {
  table: MovedTable;
  /** Rows that are read at once: one where there are long texts. */
  batch: number;
  /** Rows that are not deleted as an archive has them, in the order of their ids; files by their addresses. */
  read(db: Db, ids: readonly RowId[]): Promise<ArchiveRecords[Name][]>;
  /** Why this row cannot be taken, in words. */
  problem(db: Db, record: ArchiveRecords[Name], id: RowId): Promise<string | undefined>;
  /** Adds the row, or replaces the one of this id; gives the files that it named before. */
  write(tx: Db, record: ArchiveRecords[Name], writing: Writing): Promise<(string | null)[]>;
  /** Files without which there is no such row. */
  needs?(record: ArchiveRecords[Name]): (MediaReference | null | undefined)[];
}

/** What all of the tables have; kysely cannot type a query on "one of these tables". */
interface AnyRow {
  id: Generated<RowId>;
  deleted_at: string | null;
}

function anyOf(db: Db): Kysely<Record<MovedTable | PartTable, AnyRow>> {
  return db as unknown as Kysely<Record<MovedTable | PartTable, AnyRow>>;
}

/** Ids of rows that are not deleted, in order, from behind this one. */
export async function idsBehind(db: Db, table: MovedTable, id: RowId, limit: number): Promise<RowId[]> {
  const rows = await anyOf(db)
    .selectFrom(table)
    .select('id')
    .where('id', '>', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => Number(row.id));
}

export async function countLiving(db: Db, table: MovedTable): Promise<number> {
  const { total } = await anyOf(db)
    .selectFrom(table)
    .select((select) => select.fn.countAll().as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whether there is a row of this id, and whether it is in the trash. */
export async function stateOf(db: Db, table: MovedTable, id: RowId): Promise<'free' | 'there' | 'deleted'> {
  const row = await anyOf(db).selectFrom(table).select('deleted_at').where('id', '=', id).executeTakeFirst();
  if (!row) return 'free';
  return row.deleted_at === null ? 'there' : 'deleted';
}

/** What a row of each table keeps of its own: moments and what there is no column for. */
export function commonOf(record: { created_at?: string; updated_at?: string; extra?: object }) {
  return {
    created_at: record.created_at,
    updated_at: record.updated_at,
    extra: record.extra && JSON.stringify(record.extra),
  };
}

/** Moments that an archive does not tell: those of a new row, or of a change of this one. */
export async function momentsOf(
  tx: Db,
  table: MovedTable,
  record: { created_at?: string; updated_at?: string },
  { id, isThere }: { id: RowId; isThere: boolean },
): Promise<{ created_at: string; updated_at: string }> {
  if (!isThere) {
    const created_at = record.created_at ?? record.updated_at ?? isoNow();
    return { created_at, updated_at: record.updated_at ?? created_at };
  }
  const before = await (
    tx as unknown as Kysely<Record<MovedTable, { id: RowId; created_at: string; updated_at: string }>>
  )
    .selectFrom(table)
    .select(['created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    created_at: record.created_at ?? before.created_at,
    updated_at: record.updated_at ?? isoAfter(before.updated_at),
  };
}

/** `extra` as an archive has it. */
export function extraOf(row: { extra: string | null }): { extra?: Record<string, unknown> } {
  return row.extra === null ? {} : { extra: JSON.parse(row.extra) as Record<string, unknown> };
}

/** A reference to a stored file. */
export function fileAt(address: string): MediaReference {
  return { file: null, address };
}

export function optionalFileAt(address: string | null): MediaReference | null {
  return address === null ? null : fileAt(address);
}

/** The ids that parts of a row may have: those that they had, unless another row has them. */
export async function partIds(
  tx: Db,
  table: PartTable,
  parts: readonly { id?: number | string | undefined }[],
): Promise<(RowId | undefined)[]> {
  const wanted = parts.map(({ id }) => (typeof id === 'number' ? id : undefined));
  const rows = await anyOf(tx)
    .selectFrom(table)
    .select('id')
    .where(
      'id',
      'in',
      wanted.filter((id) => id !== undefined),
    )
    .execute();
  const taken = new Set(rows.map(({ id }) => Number(id)));
  const free = wanted.map((id) => {
    if (id === undefined || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  const last = Math.max(0, ...free.map((id) => id ?? 0));
  if (last > 0) await countBehind(tx, table, last);
  return free;
}
