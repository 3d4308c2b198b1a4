import { type Fields, isSingleFile } from '#shared/entities/entity.ts';
import type { Id } from '#shared/id.ts';
import { type NamedTable, publicIdAt, rowIdOf } from '../../../server/database/public-ids.ts';
import type { Db } from '../../../server/database/types.ts';
import { archivedFields } from '../../archive/field-schemas.ts';
import type { MediaReference } from '../../archive/records.ts';

/** Values by the names of a row's columns, or by the names of the fields in an archive. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Function that returns the path under which the file of a reference is stored; undefined if the file could not be
 * fetched.
 */
export type Place = <Reference extends MediaReference | null | undefined>(
  reference: Reference,
) => string | Extract<Reference, null> | undefined;

/** Returns the fields of an entity that archives contain and that are columns of its table. */
function columnsOf(fields: Fields) {
  return archivedFields(fields).filter(([, { column }]) => column !== false);
}

const publicIdOf = (name: string) => `${name} by its public id`;

/** Returns additional columns for a query on `table`: the text ids of the records to which a row refers. */
export function referredIds(table: string, fields: Fields) {
  return columnsOf(fields).flatMap(([name, { refersTo }]) =>
    refersTo === undefined
      ? []
      : [publicIdAt(refersTo as NamedTable, `${table}.${name}`).as(publicIdOf(name))],
  );
}

/** Converts the columns of a row to the field values of an archive. */
export function recordValues(fields: Fields, row: Values): Values {
  const entries = columnsOf(fields).map(([name, field]) => {
    const value = row[name];
    if (field.kind === 'flag') return [name, value === 1 ? 1 : 0];
    if (field.kind === 'reference') return [name, row[publicIdOf(name)] ?? value];
    return [name, isSingleFile(field) ? optionalFileAt(value as string | null) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Converts the field values of an archive to the columns of a row. A field that the archive omits becomes undefined.
 */
export async function columnValues(
  tx: Db,
  fields: Fields,
  record: object,
  place: Place,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of columnsOf(fields)) {
    const { stored, refersTo } = field;
    const said = (record as Values)[name];
    const isNullable = stored === 'nullable';
    if (isSingleFile(field)) {
      const address = place(said as MediaReference | null | undefined);
      values[name] = isNullable ? address : (address ?? undefined);
    } else if (refersTo !== undefined && said != null) {
      const id = await rowIdOf(tx, refersTo as NamedTable, said as Id);
      values[name] = isNullable ? id || null : id;
    } else values[name] = said;
  }
  return values;
}

/** Returns the values that a new row gets in columns that cannot be null. */
export function columnDefaults(fields: Fields): Values {
  const all = columnsOf(fields).filter(([, { stored }]) => stored === 'fallback');
  return Object.fromEntries(all.map(([name, { fallback = '' }]) => [name, fallback]));
}

/** Returns the names of the columns that contain the path of a file. */
export function fileColumns(fields: Fields): string[] {
  return columnsOf(fields).flatMap(([name, field]) => (isSingleFile(field) ? [name] : []));
}

/** Returns a reference to a stored file. Its bytes are not in an archive yet, so `file` is null. */
export function fileAt(address: string): MediaReference {
  return { file: null, address };
}

/** Returns a reference to a stored file, or null. In a column that cannot be null, '' means that there is no file. */
function optionalFileAt(address: string | null): MediaReference | null {
  return address === null || address === '' ? null : fileAt(address);
}
