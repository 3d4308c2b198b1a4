import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { FileKind } from '#shared/limits.ts';
import { versionedResources } from '#shared/schemas/versions.ts';
import { addRedirects, type GivenRedirect } from '../../server/bff/redirects/store.ts';
import type { IncomingFile } from '../../server/content-api/calls.ts';
import { saveVersion } from '../../server/content-api/content/versions.ts';
import { isStoredAddress, typeOfAddress } from '../../server/content-api/media/storage.ts';
import { advanceIdsPast, nextId } from '../../server/database/dialect.ts';
import type { Db } from '../../server/database/types.ts';
import { AppError } from '../../server/errors.ts';
import { endingOf, typeOfFile } from '../../server/forms/file-types.ts';
import { plainHash } from '../../server/image-files/image-files.ts';
import { withPlainImages } from '../../server/rich-text/inline-images.ts';
import type { Engine } from './engine.ts';
import { readRows } from './format.ts';
import {
  addressesOf,
  brokenRule,
  fileColumnsOf,
  isMade,
  isNullable,
  isWanted,
  madeOf,
  type Noun,
  nouns,
  type Values,
} from './nouns.ts';
import type { OpenedArchive } from './read-folder.ts';

const noRows = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };

/**
 * Result of an import or of its dry run: numbers of rows by their result, for each kind of content; one sentence for
 * each row that differs from the archive or is missing, and for each file that is neither in the archive nor here.
 */
export interface ImportResult {
  counts: Record<string, typeof noRows>;
  left: string[];
  missing: string[];
}

interface ImportOptions {
  /** Without it a row that exists with other content stays as it is. */
  replace: boolean;
  dryRun: boolean;
  only?: readonly string[];
  /** UPSTREAM_MEDIA_PATHS: a redirect from a path of media is refused. */
  mediaPaths: readonly string[];
  progress?(kind: string, done: number): void;
}

/** A row with the rows that belong to it, by table. */
interface Whole {
  row: Values;
  parts: Record<string, Values[]>;
}

type AnyDb = Kysely<Record<string, Values>>;
const any = (db: Db) => db as unknown as AnyDb;
const rowsWhere = (db: Db, table: string, column: string, value: unknown) =>
  any(db).selectFrom(table).selectAll().where(column, '=', value).execute();

/** Author of the versions of replaced rows. */
const importer = 'npm run studio -- import';

interface Importing extends ImportOptions {
  archive: OpenedArchive;
  engine: Engine;
  /** Rows that this import adds or, in a dry run, would add: `table id`. */
  planned: Set<string>;
  result: ImportResult;
}

/** The files that a row and its parts name. */
type NamedFiles = ReturnType<typeof filesOf>;

/** A file that a row names: its address here, undefined if it is not here. */
type Places = ReadonlyMap<string, string | undefined>;

/**
 * Takes the rows of an archive into the engine, each with its files in one transaction. Rows that were taken before an
 * interruption stay; running the import again continues it.
 */
export async function importArchive(archive: OpenedArchive, engine: Engine, options: ImportOptions) {
  const result: ImportResult = { counts: {}, left: [...archive.refused], missing: [] };
  const importing: Importing = { ...options, archive, engine, planned: new Set(), result };
  const { tables } = archive.manifest;
  for (const noun of nouns) {
    if (!tables[noun.table] || !isWanted(noun.table, options.only)) continue;
    const counts = { ...noRows };
    result.counts[noun.name] = counts;
    // Rows with numbers come first, so that the numbers which rows with text ids get collide with none.
    const ids = await any(archive.db)
      .selectFrom(noun.table)
      .select('id')
      .orderBy(sql`public_id is not null`)
      .orderBy('id')
      .execute();
    for (const [done, { id }] of ids.entries()) {
      const [outcome, why] = await take(importing, noun, Number(id));
      counts[outcome] += 1;
      if (why) result.left.push(`${noun.name} ${id}: ${why}`);
      options.progress?.(noun.name, done + 1);
    }
  }
  if (tables.redirects && isWanted('redirects', options.only)) await takeRedirects(importing);
  return result;
}

async function take(
  importing: Importing,
  noun: Noun,
  given: number,
): Promise<[keyof typeof noRows, string?]> {
  const { archive, engine, replace, dryRun, planned, result } = importing;
  const [row = {}] = await rowsWhere(archive.db, noun.table, 'id', given);
  const wanted = await readWhole(archive.db, noun, row);
  Object.assign(wanted.row, madeOf(noun.table, wanted.row, wanted.parts));
  const { description } = wanted.row;
  if (typeof description === 'string') wanted.row.description = await withPlainImages(description);
  const there = await findRow(engine.db, noun.table, wanted.row);
  if (there.why) return ['refused', there.why];
  const why = (await refer(importing, noun, wanted)) ?? brokenRule(noun.table, wanted.row, wanted.parts);
  const present = there.row && (await readWhole(engine.db, noun, there.row));
  const files = filesOf(noun, wanted);
  const places = new Map<string, string | undefined>();
  for (const { address, kind } of files) places.set(address, await placeOf(importing, address, kind));
  const isInArchive = (address: string) => archive.fileOf(address) !== undefined;
  const absent = [...places].flatMap(([address, place]) => (place ? [] : address));
  if (present) {
    const here = placed(archive, noun, wanted, { at: (address) => places.get(address), present });
    const { fields, isLate } = differences(noun, here, present, {
      places,
      isDated: wanted.row.created_at !== archive.manifest.made_at,
    });
    if (fields.length === 0 && !isLate && !absent.some(isInArchive)) return ['same'];
    if (fields.length > 0 && !replace)
      return ['conflict', `exists with other content (${fields.join(', ')}); it was not changed`];
  }
  const problem = why ?? (await takenBy(engine.db, noun, wanted, there.row?.id));
  if (problem) return ['refused', problem];
  const wrong = dryRun ? undefined : await write(importing, noun, wanted, { present, files, places });
  if (wrong) return ['refused', wrong];
  planned.add(`${noun.table} ${given}`);
  for (const address of absent)
    if (!isInArchive(address))
      result.missing.push(`${noun.name} ${given}: ${address}: is neither in the archive nor here`);
  return [present ? 'replaced' : 'added'];
}

async function readWhole(db: Db, { parts }: Noun, row: Values) {
  const whole: Whole = { row: { ...row }, parts: {} };
  const placeIn = ({ position, number, id: own }: Values) => Number(position ?? number ?? own ?? 0);
  for (const [part, owner] of Object.entries(parts))
    whole.parts[part] = (await rowsWhere(db, part, owner, row.id))
      .filter(({ deleted_at }) => deleted_at == null)
      .toSorted((one, other) => placeIn(one) - placeIn(other));
  return whole;
}

/** Finds the row of this id. `why` says why the row of the archive cannot be taken. */
async function findRow(
  db: Db,
  table: string,
  { id, public_id }: Values,
): Promise<{ row?: Values; why?: string }> {
  const [found] = await (public_id == null
    ? rowsWhere(db, table, 'id', id)
    : rowsWhere(db, table, 'public_id', public_id));
  if (!found) return {};
  if (found.public_id != null && found.public_id !== public_id)
    return { why: `id: is already used by ${found.public_id}` };
  if (found.deleted_at != null) return { why: 'is in the trash of this site: restore or erase it first' };
  return { row: found };
}

/** Sets the references of a row to the ids of this site. Returns why it cannot be taken without one. */
async function refer({ archive, engine, planned, result }: Importing, noun: Noun, { row }: Whole) {
  for (const [name, { refersTo: table, stored }] of Object.entries(noun.fields)) {
    const id = row[name];
    if (!table || id == null) continue;
    const [named] = await rowsWhere(archive.db, table, 'id', id);
    const there = await findRow(engine.db, table, { id, public_id: named?.public_id });
    if (there.row) row[name] = there.row.id;
    else if (planned.has(`${table} ${id}`)) continue;
    else if (stored !== 'nullable') return `${name}: ${table} ${id} does not exist`;
    else {
      result.missing.push(`${noun.name} ${row.id}: ${name}: ${table} ${id} does not exist`);
      if (named?.public_id) row[name] = null;
    }
  }
  return undefined;
}

function filesOf({ table }: Noun, { row, parts }: Whole) {
  const ofParts = Object.entries(parts).flatMap(([part, rows]) =>
    rows.flatMap((each) => addressesOf(part, each)),
  );
  return [...addressesOf(table, row), ...ofParts];
}

/** Returns where a file is here: a picture by its bytes, any other file at the address that it gets. */
async function placeOf({ archive, engine }: Importing, address: string, kind: FileKind) {
  const file = archive.fileOf(address);
  if (file && kind === 'image') {
    const hash = (await plainHash(file.path)) ?? file.sha256;
    const files = (await rowsWhere(engine.db, 'pictures', 'hash', hash)).map((row) => String(row.file));
    return files.includes(address) ? address : files[0];
  }
  const wanted = addressFor(archive, address);
  const there = wanted ? await engine.storage.stat(wanted) : undefined;
  return there && (!file || there.size === file.bytes) ? wanted : undefined;
}

/** Returns the address that a file gets here if it is free: its own, or one made of its bytes. */
function addressFor({ fileOf, manifest }: OpenedArchive, address: string) {
  const file = fileOf(address);
  if (isStoredAddress(address) || !file) return isStoredAddress(address) ? address : undefined;
  const name = `${file.sha256.slice(0, 32)}.${file.path.split('.').at(-1)}`;
  return /\.(pdf|docx?)$/.test(name)
    ? `private/cv/${name}`
    : `/storage/${manifest.made_at.slice(0, 4)}/${name}`;
}

/** True if HTML differs from another one only in these addresses, where they are values in quotes. */
function isSameBut(html: string, other: string, addresses: readonly string[]) {
  const [pieces, others] = [html.split('"'), other.split('"')];
  return (
    pieces.length === others.length &&
    pieces.every((piece, at) => piece === others[at] || addresses.includes(piece.replaceAll('&amp;', '&')))
  );
}

/** Returns HTML with these addresses replaced where they are the whole value of an attribute. */
function withAddresses(html: string, addresses: Places) {
  return html.replace(/(=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+)/g, (whole, sign: string, value: string) => {
    const [quote = ''] = /^["']/.exec(value) ?? [];
    const address = quote ? value.slice(1, -1) : value;
    const to = addresses.get(address.replaceAll('&amp;', '&'));
    return to === undefined ? whole : sign + quote + to + quote;
  });
}

/** Returns a row with the addresses of its files here. What has no file keeps the one of `present`, or has none. */
function placed(
  archive: OpenedArchive,
  { table }: Noun,
  whole: Whole,
  { at, present }: { at(address: string): string | undefined; present: Whole | undefined },
): Whole {
  const change = (of: string, row: Values, kept: Values = {}) => {
    const next = { ...row };
    for (const [column] of fileColumnsOf(of)) {
      if (!row[column]) continue;
      const place = at(String(row[column]));
      next[column] = place ?? kept[column] ?? (isNullable(of, column) ? null : '');
    }
    return of === 'applicant_submissions' ? { ...next, ...cvOf(row, next, kept) } : next;
  };
  /** Name, type and size of an application's CV are those of its file. */
  const cvOf = (given: Values, { cv_file: file }: Values, kept: Values) => {
    const place = at(String(given.cv_file));
    const size = archive.fileOf(String(given.cv_file))?.bytes ?? given.cv_size;
    if (place) return { cv_name: given.cv_name || 'CV', cv_mime: typeOfAddress(place), cv_size: size };
    const { cv_name = '', cv_mime = '', cv_size = 0 } = file ? kept : {};
    return { cv_name, cv_mime, cv_size };
  };
  const row = change(table, whole.row, present?.row);
  if (typeof row.description === 'string') {
    const inText = addressesOf(table, whole.row).filter(({ isInText }) => isInText);
    const places = new Map(inText.map(({ address }) => [address, at(address)]));
    const text = withAddresses(row.description, places);
    const here = String(present?.row.description);
    const absent = [...places].flatMap(([address, place]) => (place ? [] : address));
    row.description = isSameBut(text, here, absent) ? here : text;
  }
  const parts = Object.entries(whole.parts).map(([part, rows]) => {
    const next = rows.map((each) => {
      const kept = present?.parts[part]?.find(({ number }) => number !== undefined && number === each.number);
      return change(part, each, kept);
    });
    // A picture of a list is nothing without its file.
    return [part, next.filter((each) => each.image !== '')];
  });
  return { row, parts: Object.fromEntries(parts) };
}

/**
 * Returns the names of the fields, and of the tables of parts, in which a row differs from the one that is here.
 * `isLate` says that the row here lacks files that have come since.
 */
function differences(
  { table, parts }: Noun,
  wanted: Whole,
  present: Whole,
  { places, isDated }: { places: Places; isDated: boolean },
) {
  let isLate = false;
  const apart = ['id', 'public_id', 'updated_at', 'position', ...Object.values(parts)];
  if (!isDated) apart.push('created_at', 'posted_at');
  const inRow = (of: string, one: Values, other: Values = {}) =>
    Object.keys(one).filter((name) => {
      const isSame = (one[name] ?? null) === (other[name] ?? null);
      if (isSame || apart.includes(name) || isMade(table, name)) return false;
      const isOfFile = /^cv_/.test(name) || fileColumnsOf(of).some(([column]) => name === column);
      const isLacking = isOfFile
        ? !other[name]
        : name === 'description' && withAddresses(String(other[name]), places) === one[name];
      isLate ||= isLacking;
      return !isLacking;
    });
  const fields = inRow(table, wanted.row, present.row);
  for (const part of Object.keys(parts)) {
    // A former title may lead to another category by now.
    if (part === 'former_category_titles') continue;
    const [all = [], here = []] = [wanted.parts[part], present.parts[part]];
    if (all.length !== here.length || all.some((row, at) => inRow(part, row, here[at]).length > 0))
      fields.push(part);
  }
  return { fields, isLate };
}

/** The column, besides the id, whose values only one row of a table may have. */
const unique: Readonly<Record<string, string>> = {
  categories: 'title_key',
  jobs: 'slug',
  applicant_submissions: 'reference',
  messages: 'reference',
};

/** Returns which value, of those that only one row may have, another row has already. */
async function takenBy(db: Db, noun: Noun, { row, parts }: Whole, id: unknown = 0) {
  const submissions = parts.applicant_submissions?.map((each) => ['applicant_submissions', each] as const);
  for (const [table, { [unique[table] ?? '']: value }] of submissions ?? [[noun.table, row] as const]) {
    if (value == null) continue;
    const [name, of] = [unique[table] ?? '', noun.parts[table] ?? 'id'];
    const other = (await rowsWhere(db, table, name, value)).find((found) => found[of] !== id);
    if (other) return `${name}: ${noun.name} ${other[of]} already has it`;
  }
  return undefined;
}

/** Writes a row with the files that the archive has. Returns why a file cannot be what the row says. */
async function write(
  { archive, engine }: Importing,
  noun: Noun,
  wanted: Whole,
  { present, files, places }: { present: Whole | undefined; files: NamedFiles; places: Places },
) {
  try {
    const brought = await bringFiles(archive, engine, files);
    if (typeof brought === 'string') return brought;
    const addresses = [...brought].flatMap(([address, file]) => {
      const place = addressFor(archive, address);
      const isOwn = isStoredAddress(address) || !file.type.startsWith('image/');
      return place && isOwn ? [[file, place] as const] : [];
    });
    await engine.media?.change(
      [...brought.values()],
      async ({ tx, addressOf, drop }) => {
        const at = (address: string) => {
          const file = brought.get(address);
          return file ? addressOf(file) : places.get(address);
        };
        const whole = placed(archive, noun, wanted, { at, present });
        const { table, resource } = noun;
        const versioned = present && versionedResources.find((each) => each === resource);
        const own = wanted.row.public_id == null ? wanted.row.id : await nextId(tx, table);
        const id = Number(present?.row.id ?? own);
        const keep = versioned && (await saveVersion(tx, versioned, id));
        await writeWhole(tx, noun, id, whole, present);
        await describePictures(tx, archive, files, at);
        const named = new Set(filesOf(noun, whole).map(({ address }) => address));
        for (const { address, isInText } of present ? filesOf(noun, present) : [])
          if (!isInText && !named.has(address)) drop(address);
        if (keep) await keep(importer);
      },
      { wanted: new Map(addresses) },
    );
    return undefined;
  } finally {
    await rm(engine.tempDir, { recursive: true, force: true });
  }
}

/** Copies the files that the archive has. Returns why a file cannot be what its row says. */
async function bringFiles(archive: OpenedArchive, { tempDir }: Engine, wishes: NamedFiles) {
  const brought = new Map<string, IncomingFile>();
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  for (const { address, kind } of wishes) {
    const found = archive.fileOf(address);
    if (!found || brought.has(address)) continue;
    const path = join(tempDir, randomUUID());
    await copyFile(found.path, path);
    const type = await typeOfFile(path, kind, '').catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    if (!type || !found.path.endsWith(`.${endingOf(type)}`))
      return `${address}: is no ${kind} of the type that its name says`;
    const [said] = await rowsWhere(archive.db, 'pictures', 'file', address);
    brought.set(address, { path, type, name: String(said?.name || nameIn(address)) || undefined });
  }
  return brought;
}

/** Returns the name at the end of an address, which usually is the name that a person gave to the file. */
function nameIn(address: string) {
  const [path = ''] = address.split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Adds a row, or replaces the one that is there, together with the rows that belong to it. */
async function writeWhole(
  tx: Db,
  { table, parts }: Noun,
  id: number,
  { row: given, parts: all }: Whole,
  present: Whole | undefined,
) {
  const { deleted_at: _, ...row }: Values = { ...given, id };
  if (present) await any(tx).updateTable(table).set(row).where('id', '=', id).execute();
  else {
    await advanceIdsPast(tx, table, id);
    await any(tx).insertInto(table).values(row).execute();
  }
  for (const [part, owner] of Object.entries(parts)) {
    const old = present?.parts[part]?.flatMap((each) => each.id ?? []) ?? [];
    if (old.length > 0) await any(tx).deleteFrom(part).where('id', 'in', old).execute();
    for (const { id: _, ...each } of all[part] ?? [])
      await any(tx)
        .insertInto(part)
        .values({ ...each, [owner]: id })
        .onConflict((known) => known.doNothing())
        .execute();
  }
}

/** Marks pictures of texts as used, which no column says, and gives pictures the texts that they lack here. */
async function describePictures(
  tx: Db,
  archive: OpenedArchive,
  files: NamedFiles,
  at: (address: string) => string | undefined,
) {
  for (const { address, isInText } of files) {
    const file = at(address);
    if (file === undefined) continue;
    const of = tx.updateTable('pictures').where('file', '=', file);
    if (isInText) await of.set({ kept: 1 }).where('kept', '=', 0).execute();
    const pictures = archive.db.selectFrom('pictures').select(['alt', 'focus_x', 'focus_y']);
    const said = await pictures.where('file', '=', address).executeTakeFirst();
    if (!said) continue;
    const { alt, ...focus } = said;
    await of.set({ alt }).where('alt', '=', '').execute();
    await of.set(focus).where('focus_x', '=', 50).where('focus_y', '=', 50).execute();
  }
}

/** Those that are refused are left out first: with `change`, one of them would keep all others from being added. */
async function takeRedirects({ archive, engine, replace, dryRun, mediaPaths, result }: Importing) {
  const list: GivenRedirect[] = [];
  for await (const { from_path, to_path } of readRows(archive.folder, 'redirects'))
    list.push({ from: String(from_path), to: String(to_path) });
  const options = { source: 'import', mediaPaths, change: replace };
  const { added, same, changed, refused } = await addRedirects(engine.site, list, {
    ...options,
    dryRun: true,
  });
  for (const { from, field, reason } of refused) result.left.push(`redirects ${from}: ${field}: ${reason}`);
  const taken = { added: added.length, same: same.length, replaced: changed.length };
  result.counts.redirects = { ...noRows, ...taken, refused: refused.length };
  if (!dryRun) await addRedirects(engine.site, [...added, ...changed], options);
}
