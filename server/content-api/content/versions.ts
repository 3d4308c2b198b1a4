import { hash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { isVersioned, type Fields as NounFields, namesWhere } from '#shared/entities/entity.ts';
import { KIB, limits } from '#shared/limits.ts';
import { richTextWords } from '#shared/rich-text.ts';
import { type VersionedResource, type VersionValue, versionedResources } from '#shared/schemas/versions.ts';
import { forgetAuthors, type TrashTable, trashed } from '../../database/rows.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { withPlainLineEnds } from '../../rich-text/line-ends.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
import type { ListedPicture } from './table.ts';
import { tables } from './tables.ts';

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
function plain(value: VersionValue | undefined) {
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

/** Erases rows of a table with a trash, with their versions and what is recorded about their authors. */
export async function eraseRows(db: Db, table: TrashTable, ids: readonly RowId[]) {
  if (ids.length === 0) return;
  await trashed(db).deleteFrom(table).where('id', 'in', ids).execute();
  await forgetAuthors(db, table, ids);
  const resource = versionedResources.find((each) => tables[each].noun.table === table);
  if (resource) await eraseVersions(db, await versionsOf(db, resource, ids).select('id').execute());
}

/**
 * A long text in pieces: the words between its large inline pictures, and the pictures, each stored once by its hash
 * (docs/decisions/0048). After a change of one word in a text with 25 MiB of pictures only the words are stored
 * again.
 */
interface SplitText {
  /** Identifies the whole text. */
  hash: string;
  /** The words and the hashes of the pictures, alternating: words first. */
  parts: readonly string[];
  pictures: ReadonlyMap<string, string>;
}

const picture = /data:[a-z]{1,20}\/[a-z0-9.+-]{1,60};base64,/g;
/** Pictures with fewer characters than this are not split off from the words. */
const shortest = 4096;

/** Splits a text into words and pictures. */
function splitText(html: string): SplitText {
  const parts: string[] = [];
  const pictures = new Map<string, string>();
  let from = 0;
  for (const { 0: start, index } of html.matchAll(picture)) {
    // The end of a picture is searched separately: a regular expression for the whole picture would run out of stack
    // if the picture has megabytes.
    const beyond = /[^A-Za-z0-9+/=]/g;
    beyond.lastIndex = index + start.length;
    const end = beyond.exec(html)?.index ?? html.length;
    if (end - index < shortest) continue;
    const found = html.slice(index, end);
    const hash = hashOf(found);
    pictures.set(hash, found);
    parts.push(html.slice(from, index), hash);
    from = end;
  }
  parts.push(html.slice(from));
  return { hash: hashOf(JSON.stringify(parts)), parts, pictures };
}

/** Stores the parts of a version's text that are not stored yet. */
async function storeText(tx: Db, versionId: RowId, { hash, parts, pictures }: SplitText) {
  const bodies = new Map([...pictures, [hash, JSON.stringify(parts)]]);
  const uses = [...bodies.keys()].map((each) => ({ version_id: versionId, hash: each }));
  const known = await tx
    .selectFrom('version_texts')
    .select('hash')
    .where('hash', 'in', [...bodies.keys()])
    .execute();
  for (const { hash: name } of known) bodies.delete(name);
  for (const [name, body] of bodies)
    await tx.insertInto('version_texts').values({ hash: name, body }).execute();
  await tx.insertInto('version_text_uses').values(uses).execute();
}

/** Returns the text of a version, byte for byte. */
export async function wholeText(tx: Db, hash: string) {
  const { parts } = await storedText(tx, hash);
  const hashes = parts.filter((_part, index) => index % 2 === 1);
  const rows =
    hashes.length === 0
      ? []
      : await tx.selectFrom('version_texts').selectAll().where('hash', 'in', hashes).execute();
  const bodies = new Map(rows.map(({ hash: name, body }) => [name, body]));
  return joined(parts, (picture) => bodies.get(picture) ?? '');
}

/** How much of a version's text is shown as words, in characters without its pictures. */
const wordsShown = 256 * KIB;

/** Returns the words of a version's text. Pictures are represented by the beginning of their hash; none is read. */
export async function wordsOf(tx: Db, hash: string) {
  const { parts } = await storedText(tx, hash);
  const text = joined(parts, (picture) => `#${picture.slice(0, 6)}`);
  return richTextWords(text.length > wordsShown ? `${text.slice(0, wordsShown)} …` : text);
}

type Parts = Pick<SplitText, 'hash' | 'parts'>;

/** Returns whether two texts are equal except for differences in their HTML that do not show. */
async function isSameText(before: Parts, after: Parts) {
  if (before.hash === after.hash) return true;
  const { comparableText } = await import('../../rich-text/comparable.ts');
  const [was, is] = [before, after].map(({ parts }) =>
    comparableText(joined(parts, (picture) => `/storage/${picture}`)),
  );
  return was === is;
}

/** Joins the parts, with a text for each picture. */
function joined(parts: readonly string[], pictureOf: (hash: string) => string) {
  return parts.map((part, index) => (index % 2 === 0 ? part : pictureOf(part))).join('');
}

/** Deletes texts that no version uses any more. */
async function forgetTexts(tx: Db, versionIds: readonly RowId[]) {
  const used = await tx
    .selectFrom('version_text_uses')
    .select('hash')
    .distinct()
    .where('version_id', 'in', versionIds)
    .execute();
  await tx.deleteFrom('version_text_uses').where('version_id', 'in', versionIds).execute();
  const hashes = used.map(({ hash }) => hash);
  if (hashes.length === 0) return;
  await tx
    .deleteFrom('version_texts')
    .where('hash', 'in', hashes)
    .where('hash', 'not in', (select) =>
      select.selectFrom('version_text_uses').select('hash').where('hash', 'in', hashes),
    )
    .execute();
}

/** Reads a stored text without its pictures. */
async function storedText(tx: Db, hash: string) {
  const row = await tx
    .selectFrom('version_texts')
    .select('body')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { hash, parts: JSON.parse(row.body) as string[] };
}

function hashOf(text: string) {
  return hash('sha256', text, 'hex');
}
