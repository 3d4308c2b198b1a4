import { type Fields, isSingleFile } from '#shared/entities/entity.ts';
import type { Id } from '#shared/id.ts';
import { type NamedTable, publicIdAt, rowIdOf } from '../../../server/database/public-ids.ts';
import type { Db } from '../../../server/database/types.ts';
import { archivedFields } from '../../archive/field-schemas.ts';
import type { MediaReference } from '../../archive/records.ts';

/** Values of a row by the names of its columns, or of its fields in an archive. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the stored address of a reference's file; undefined if the file could not be fetched, so that its address
 * is unknown.
 */
export type Place = <Reference extends MediaReference | null | undefined>(
  reference: Reference,
) => string | Extract<Reference, null> | undefined;

/** Returns the fields of an entity that are both columns of its table and in archives. */
function columnsOf(fields: Fields) {
  return archivedFields(fields).filter(([, { column }]) => column !== false);
}

const publicIdOf = (name: string) => `${name} by its public id`;

/** Selects, with each row of `table`, the text ids of the records that it refers to. */
export function referredIds(table: string, fields: Fields) {
  return columnsOf(fields).flatMap(([name, { refersTo }]) =>
    refersTo === undefined
      ? []
      : [publicIdAt(refersTo as NamedTable, `${table}.${name}`).as(publicIdOf(name))],
  );
}

/** Converts the columns of a row to the fields of an archive. */
export function recordValues(fields: Fields, row: Values): Values {
  const entries = columnsOf(fields).map(([name, field]) => {
    const value = row[name];
    if (field.kind === 'flag') return [name, value === 1 ? 1 : 0];
    if (field.kind === 'reference') return [name, row[publicIdOf(name)] ?? value];
    return [name, isSingleFile(field) ? optionalFileAt(value as string | null) : value];
  });
  return Object.fromEntries(entries);
}

/** Converts the fields of an archive to the columns of a row; undefined for a field that the archive omits. */
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

/** Returns values of a new row for columns that are never empty. */
export function columnDefaults(fields: Fields): Values {
  const all = columnsOf(fields).filter(([, { stored }]) => stored === 'fallback');
  return Object.fromEntries(all.map(([name, { fallback = '' }]) => [name, fallback]));
}

/** Returns the columns that contain addresses of files. */
export function fileColumns(fields: Fields): string[] {
  return columnsOf(fields).flatMap(([name, field]) => (isSingleFile(field) ? [name] : []));
}

/** Returns a reference to a stored file. */
export function fileAt(address: string): MediaReference {
  return { file: null, address };
}

/** A column that cannot be null is empty if there is no file. */
function optionalFileAt(address: string | null): MediaReference | null {
  return address === null || address === '' ? null : fileAt(address);
}
