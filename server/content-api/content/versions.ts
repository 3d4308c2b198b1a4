import type { Insertable } from 'kysely';
import { isVersioned, type Fields as NounFields, namesWhere } from '#shared/entities/entity.ts';
import { limits } from '#shared/limits.ts';
import type { VersionedResource, VersionValue } from '#shared/schemas/versions.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { withPlainLineEnds } from '../../rich-text/line-ends.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import type { ListedPicture } from './table.ts';
import { tables } from './tables.ts';
import {
  forgetTexts,
  isSameText,
  type SplitText,
  splitText,
  storedText,
  storeText,
} from './version-texts.ts';

/** The author of a version: an admin who saved a form, or only the name of the admin who scheduled the change. */
export type Maker = Admin | string | undefined;

/** The fields of a record except its long text, by their names in the contract. */
export type Fields = Record<string, VersionValue>;

/** The present state of a record. */
export interface State {
  public_id: string | null;
  updated_at: string;
  title: string;
  fields: Fields;
  text: SplitText;
}

/** Reads the present state of a record; undefined when the record does not exist or is deleted. */
export async function stateOf(tx: Db, resource: VersionedResource, id: RowId): Promise<State | undefined> {
  const { noun } = tables[resource];
  const row = await tables[resource].find(tx, id);
  if (!row) return undefined;
  const { public_id, updated_at, description } = row;
  const values: Readonly<Record<string, unknown>> = { ...row };
  const names = namesWhere(noun.fields, (field) => isVersioned(field) && field.kind !== 'rich');
  const fields = names.map((name) => [name, versionValue(values[name])]);
  return {
    public_id,
    updated_at,
    title: String(values[noun.title]),
    fields: Object.fromEntries(fields),
    text: splitText(description),
  };
}

/** Of a list of pictures, a version has the addresses. */
function versionValue(value: unknown) {
  return Array.isArray(value) ? value.map(({ image }: ListedPicture) => image) : value;
}

/** Returns the names of the fields that differ. */
async function changesBetween(
  before: { fields: Fields; text: Parameters<typeof isSameText>[0] },
  after: State,
) {
  const changed = Object.keys(after.fields).filter(
    (name) => JSON.stringify(plain(before.fields[name])) !== JSON.stringify(plain(after.fields[name])),
  );
  return (await isSameText(before.text, after.text)) ? changed : [...changed, 'description'];
}

/** Browsers send each line end as CRLF, which does not count as a change. */
function plain(value: VersionValue | undefined): VersionValue {
  return typeof value === 'string' ? withPlainLineEnds(value) : (value ?? null);
}

/** Stores the first version of a record, in the transaction that adds the record. */
export async function saveFirstVersion(tx: Db, resource: VersionedResource, id: RowId, by: Maker) {
  const state = await stateOf(tx, resource, id);
  if (state) await write(tx, { resource, row_id: id, number: 1, kind: 'added', changed: [] }, state, by);
}

/**
 * Call it before a change of a record, in the transaction of the change. Call the returned function after the change:
 * it stores who changed what, and returns the id of the version before; undefined if nothing was changed. If the
 * present state is not stored as a version yet, that is done too: the state may be from before this release, or made
 * by code that stores no versions.
 */
export async function saveVersion(tx: Db, resource: VersionedResource, id: RowId) {
  const before = await stateOf(tx, resource, id);
  return async (by: Maker, restored: number | null = null) => {
    const after = before && (await stateOf(tx, resource, id));
    const changed = after ? await changesBetween(before, after) : [];
    if (!after || changed.length === 0) return undefined;
    const last = await lastVersion(tx, resource, id);
    const { fields }: { fields: NounFields } = tables[resource].noun;
    const differing = last ? await changesBetween(last, before) : [];
    const found = differing.filter((name) => !fields[name]?.apart);
    const of = { resource, row_id: id };
    let { id: previous, number = 0 } = last ?? {};
    if (!last || found.length > 0) {
      number += 1;
      previous = await write(tx, { ...of, number, kind: 'found', changed: found }, before, undefined);
    }
    const kind = restored === null ? 'saved' : 'restored';
    await write(tx, { ...of, number: number + 1, kind, changed, restored }, after, by);
    return previous;
  };
}

/** Returns the newest version of a record, with its fields and its text. */
async function lastVersion(tx: Db, resource: VersionedResource, id: RowId) {
  const row = await versionsOf(tx, resource, [id])
    .select(['id', 'number', 'fields', 'text_hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && { ...row, fields: JSON.parse(row.fields) as Fields, text: await storedText(tx, row.text_hash) }
  );
}

export function versionsOf(db: Db, resource: VersionedResource, ids: readonly RowId[]) {
  return db.selectFrom('versions').where('resource', '=', resource).where('row_id', 'in', ids);
}

type Told = Pick<Insertable<Tables['versions']>, 'resource' | 'row_id' | 'number' | 'kind'>;

/** Adds a version, and deletes versions beyond the limit for one record. */
async function write(
  tx: Db,
  { changed, restored = null, ...told }: Told & { changed: string[]; restored?: number | null },
  { updated_at, title, fields, text }: State,
  by: Maker,
) {
  const { id } = await tx
    .insertInto('versions')
    .values({
      ...told,
      restored,
      at: updated_at,
      who_id: typeof by === 'object' ? by.id : null,
      who: typeof by === 'object' ? nameOf(by) : (by ?? null),
      title,
      changed: JSON.stringify(changed),
      // The release before, which may run beside this one, need not read the text of a row that is as it was then.
      seen: updated_at,
      text_hash: text.hash,
      fields: JSON.stringify(fields),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeText(tx, id, text);
  const beyond = versionsOf(tx, told.resource, [told.row_id]).select('id');
  await eraseVersions(tx, await beyond.where('number', '<=', told.number - limits.versionsAtMost).execute());
  return id;
}

/** Erases versions, and the texts that only they use. */
export async function eraseVersions(tx: Db, versions: readonly { id: RowId }[]) {
  if (versions.length === 0) return;
  const ids = versions.map(({ id }) => id);
  await forgetTexts(tx, ids);
  await tx.deleteFrom('versions').where('id', 'in', ids).execute();
}
