import type { Entity } from '#shared/entities/entity.ts';
import { shownId } from '../../../server/database/public-ids.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import type { Db } from '../../../server/database/types.ts';
import { type ArchiveRecords, archivedNouns, type NounName } from '../../archive/records.ts';
import { pictureListsOf } from './picture-lists.ts';
import {
  columnDefaults,
  columnValues,
  fileColumns,
  recordValues,
  referredIds,
  type Values,
} from './row-values.ts';
import {
  anyOf,
  commonOf,
  extraOf,
  type MovedRows,
  type MovedTable,
  momentsOf,
  type Writing,
} from './rows-repository.ts';

/** Properties of an entity that are not in its descriptor. */
interface Peculiar<Name extends NounName> {
  batch: MovedRows<Name>['batch'];
  problem: MovedRows<Name>['problem'];
  /** Returns the columns that are computed from other values of the record. */
  made?(record: ArchiveRecords[Name]): Values;
  /** Functions for columns that the archive omits. They return the value for a new row. */
  chosen?: Readonly<Record<string, (tx: Db, record: ArchiveRecords[Name], values: Values) => unknown>>;
  /** Reads and writes rows of other tables that belong to the record, except for lists of pictures. */
  belonging?: {
    read(db: Db, ids: readonly RowId[]): Promise<(id: RowId) => Partial<ArchiveRecords[Name]>>;
    files?(tx: Db, id: RowId): Promise<string[]>;
    write(tx: Db, record: ArchiveRecords[Name], writing: Writing): Promise<void>;
  };
}

/**
 * Returns how the rows of an entity are read and written. Derived from the descriptor of the entity and from what is
 * special about it.
 */
export function movedRows<Name extends NounName>(
  name: Name,
  { batch, problem, made, chosen = {}, belonging }: Peculiar<Name>,
): MovedRows<Name> {
  const noun: Entity & { table: MovedTable } = archivedNouns[name];
  const { table, resource, fields } = noun;
  const lists = pictureListsOf(noun);

  /** Returns the files of a row, and of the pictures in its lists. */
  async function filesOf(tx: Db, id: RowId): Promise<(string | null)[]> {
    const row = await rowOf(tx, id);
    const listed = await Promise.all(lists.map(async ({ read }) => (await read(tx, [id]))(id)));
    return [
      ...fileColumns(fields).map((name) => row[name] as string | null),
      ...listed.flat().map(({ image }) => image.address),
      ...((await belonging?.files?.(tx, id)) ?? []),
    ];
  }

  async function rowOf(tx: Db, id: RowId): Promise<Values> {
    const names = fileColumns(fields);
    if (names.length === 0) return {};
    return anyOf(tx)
      .selectFrom(table)
      .select(names as 'extra'[])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  return {
    table,
    batch,
    async read(db, ids) {
      const rows = await anyOf(db)
        .selectFrom(table)
        .selectAll()
        .select(referredIds(table, fields))
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
      const listed = await Promise.all(
        lists.map(async ({ name, read }) => [name, await read(db, ids)] as const),
      );
      const besides = await belonging?.read(db, ids);
      return rows.map((row) => ({
        id: shownId(row),
        ...recordValues(fields, row as unknown as Values),
        ...Object.fromEntries(listed.map(([name, picturesOf]) => [name, picturesOf(row.id)])),
        ...besides?.(row.id),
        ...extraOf(row),
      })) as unknown as ArchiveRecords[Name][];
    },
    async problem(db, record, id) {
      const wrong = await problem(db, record, id);
      if (wrong !== undefined) return wrong;
      const said = record as Record<string, unknown>;
      const full = lists.find(({ name, most }) => ((said[name] as unknown[]) ?? []).length > most);
      return full && `${full.name}: a ${resource} has at most ${full.most}`;
    },
    async write(tx, record, writing) {
      const { id, isThere, place } = writing;
      const before = isThere ? await filesOf(tx, id) : [];
      const values: Record<string, unknown> = {
        ...(await columnValues(tx, fields, record, place)),
        ...commonOf(record),
        ...(await momentsOf(tx, table, record, { id, isThere })),
        ...made?.(record),
      };
      if (isThere)
        await anyOf(tx)
          .updateTable(table)
          .set(values as never)
          .where('id', '=', id)
          .execute();
      else {
        for (const [name, choose] of Object.entries(chosen))
          values[name] ??= await choose(tx, record, values);
        for (const [name, value] of Object.entries(columnDefaults(fields))) values[name] ??= value;
        await anyOf(tx)
          .insertInto(table)
          .values({ ...values, id } as never)
          .execute();
      }
      for (const { name, write } of lists) {
        const pictures = (record as Record<string, unknown>)[name];
        if (pictures) await write(tx, id, pictures as Parameters<typeof write>[2], place);
      }
      await belonging?.write(tx, record, writing);
      return before;
    },
  };
}
