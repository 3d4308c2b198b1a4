import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { FileKind } from '#shared/limits.ts';
import type { VersionedResource } from '#shared/schemas/versions.ts';
import { addRedirects } from '../../server/bff/redirects/add-redirects.ts';
import { isStoredAddress, typeOfAddress } from '../../server/content-api/media/addresses.ts';
import type { IncomingFile } from '../../server/content-api/media/form.ts';
import type { Change } from '../../server/content-api/media/store.ts';
import { saveVersion } from '../../server/content-api/row-records/save-version.ts';
import { advanceIdsPast, nextId } from '../../server/database/dialect.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import type { Db } from '../../server/database/types.ts';
import { AppError } from '../../server/errors.ts';
import { documentEndings, mediaEndings, typeOfFile } from '../../server/forms/file-types.ts';
import { plainHash } from '../../server/image-files/plain-picture.ts';
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

type Outcome = 'added' | 'same' | 'replaced' | 'conflict' | 'refused';

/** Result of an import or of its dry run. */
export interface ImportResult {
  /** Numbers of rows by their result, for each kind of content. */
  counts: Record<string, Record<Outcome, number>>;
  /** Rows that differ from the archive or are missing, one sentence for each. */
  left: string[];
  /** Files that are neither in the archive nor here, one sentence for each. */
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

/** Author of the versions of replaced rows. */
const importer = 'npm run studio -- import';

interface Importing extends ImportOptions {
  archive: OpenedArchive;
  engine: Engine;
  /** Rows that this import adds or, in a dry run, would add: `table id`. */
  planned: Set<string>;
  /** Their ids by values that only one row may have: `table column value`. */
  claimed: Map<string, unknown>;
  /** Columns of the present table whose values only one row may have. */
  keys: readonly string[];
  waiting: Batch;
  places: Map<string, Promise<string | undefined>>;
  result: ImportResult;
}

/** Changes of rows that are written in one transaction, with the files that they bring, by address. */
interface Batch {
  changes: Writing[];
  files: Map<string, IncomingFile>;
}
/** Alone, each row would wait for the disk. Files are measured at once, so fewer of them go together. */
const together = { rows: 200, files: 16 };

/**
 * Takes the rows of an archive into the engine, some hundred with their files in one transaction. Rows that were taken
 * before an interruption stay; running the import again continues it.
 */
export async function importArchive(archive: OpenedArchive, engine: Engine, options: ImportOptions) {
  const result: ImportResult = { counts: {}, left: [...archive.refused], missing: [] };
  const importing: Importing = {
    ...{ ...options, archive, engine, planned: new Set(), claimed: new Map(), places: new Map(), result },
    ...{ keys: [], waiting: { changes: [], files: new Map() } },
  };
  const { tables } = archive.manifest;
  for (const noun of nouns) {
    if (!tables[noun.table] || !isWanted(noun.table, options.only)) continue;
    const counts = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };
    result.counts[noun.name] = counts;
    importing.keys = await uniqueColumns(archive.db, noun.table);
    // Rows with numbers come first, so that the numbers which rows with text ids get collide with none.
    const rows = await sql<{
      id: number;
    }>`select id from ${sql.table(noun.table)} order by public_id is not null, id`.execute(archive.db);
    for (const [done, { id }] of rows.rows.entries()) {
      const [outcome, why] = await take(importing, noun, id);
      counts[outcome] += 1;
      if (why) result.left.push(`${noun.name} ${id}: ${why}`);
      const { changes, files } = importing.waiting;
      if (changes.length >= together.rows || files.size >= together.files) await write(importing, noun);
      options.progress?.(noun.name, done + 1);
    }
    await write(importing, noun);
  }
  if (tables.redirects && engine.site && isWanted('redirects', options.only))
    await takeRedirects(importing, engine.site);
  return result;
}

async function take(importing: Importing, noun: Noun, given: number): Promise<[Outcome, string?]> {
  const { archive, engine, replace, dryRun, planned, waiting, result } = importing;
  const wanted = await wantedRow(archive, noun, given);
  const there = await findRow(engine.db, noun.table, wanted.row);
  if (there.why) return ['refused', there.why];
  const why = (await refer(importing, noun, wanted)) ?? brokenRule(noun.table, wanted.row, wanted.parts);
  const present = there.id === undefined ? undefined : await readWhole(engine.db, noun, there.id);
  const places = await placesOf(importing, noun, wanted);
  if (present) {
    const here = placed(noun, wanted, { at: (address) => places.get(address), archive, instead: present });
    const { fields, isLate } = differences(noun, here, present, { places, madeAt: archive.manifest.made_at });
    const isLacking = [...places].some(([address, place]) => !place && archive.fileOf(address));
    if (fields.length === 0 && !isLacking && !isLate) return ['same'];
    if (fields.length > 0 && !replace)
      return ['conflict', `exists with other content (${fields.join(', ')}); it was not changed`];
  }
  const problem = why ?? (await takenBy(importing, noun, wanted, there.id));
  if (problem) return ['refused', problem];
  const wrong = dryRun ? undefined : await bringFiles(importing, filesOf(noun, wanted));
  if (wrong) return ['refused', wrong];
  planned.add(`${noun.table} ${given}`);
  if (!dryRun) waiting.changes.push({ wanted, present, places, id: there.id });
  for (const [address, place] of places)
    if (!place && !archive.fileOf(address))
      result.missing.push(`${noun.name} ${given}: ${address}: is neither in the archive nor here`);
  return [present ? 'replaced' : 'added'];
}

/** Returns a row of the archive with the values that are made of others. */
async function wantedRow({ db }: OpenedArchive, noun: Noun, id: number) {
  const wanted = await readWhole(db, noun, id);
  Object.assign(wanted.row, madeOf(noun.table, wanted.row, wanted.parts));
  const { description } = wanted.row;
  if (typeof description === 'string') wanted.row.description = await withPlainImages(description);
  return wanted;
}

async function readWhole(db: Db, { table, parts }: Noun, id: number) {
  const whole: Whole = { row: {}, parts: {} };
  whole.row = await any(db).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (const [part, owner] of Object.entries(parts)) {
    const rows = await any(db).selectFrom(part).selectAll().where(owner, '=', id).execute();
    whole.parts[part] = rows
      .filter(({ deleted_at }) => deleted_at == null)
      .toSorted((one, other) => placeIn(one) - placeIn(other));
  }
  return whole;
}

function placeIn({ position, number, id }: Values) {
  return Number(position ?? number ?? id ?? 0);
}

/** Finds the row of this id. `why` says why the row of the archive cannot be taken. */
async function findRow(db: Db, table: string, { id, public_id }: Values) {
  const found = await any(db)
    .selectFrom(table)
    .select(['id', 'public_id', 'deleted_at'])
    .where(public_id == null ? 'id' : 'public_id', '=', public_id ?? id)
    .executeTakeFirst();
  if (!found) return {};
  if (found.public_id != null && found.public_id !== public_id)
    return { why: `id: is already used by ${found.public_id}` };
  if (found.deleted_at != null) return { why: 'is in the trash of this site: restore or erase it first' };
  return { id: Number(found.id) };
}

/** Sets the references of a row to the ids of this site. Returns why it cannot be taken without one. */
async function refer(importing: Importing, noun: Noun, { row }: Whole) {
  const { archive, engine, planned, result } = importing;
  for (const [name, { refersTo: table, stored }] of Object.entries(noun.fields)) {
    const id = row[name];
    if (!table || id == null) continue;
    const [named] = await any(archive.db)
      .selectFrom(table)
      .select('public_id')
      .where('id', '=', id)
      .execute();
    const there = await findRow(engine.db, table, { id, public_id: named?.public_id });
    if (there.id !== undefined) row[name] = there.id;
    else if (planned.has(`${table} ${id}`)) continue;
    else if (stored !== 'nullable') return `${name}: ${table} ${id} does not exist`;
    else {
      result.missing.push(`${noun.name} ${row.id}: ${name}: ${table} ${id} does not exist`);
      if (named?.public_id) row[name] = null;
    }
  }
  return undefined;
}

/** Returns the files of a row by the address that the archive has, with the address here; undefined if it is not here. */
async function placesOf(importing: Importing, noun: Noun, whole: Whole) {
  const found = new Map<string, string | undefined>();
  for (const { address, kind } of filesOf(noun, whole)) {
    const known = importing.places.get(address) ?? placeOf(importing, address, kind);
    importing.places.set(address, known);
    found.set(address, await known);
  }
  return found;
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
    const rows = await engine.db.selectFrom('pictures').select('file').where('hash', '=', hash).execute();
    return rows.some((row) => row.file === address) ? address : rows[0]?.file;
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

/** Returns HTML with these addresses replaced where they are the whole value of an attribute. */
function withAddresses(html: string, addresses: ReadonlyMap<string, string>) {
  if (addresses.size === 0) return html;
  return html.replace(/(=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+)/g, (whole, sign: string, value: string) => {
    const [quote = ''] = /^["']/.exec(value) ?? [];
    const address = quote ? value.slice(1, -1) : value;
    const to = addresses.get(address.replaceAll('&amp;', '&'));
    return to === undefined ? whole : sign + quote + to + quote;
  });
}

interface Placing {
  at(address: string): string | undefined;
  archive: OpenedArchive;
  /** The row whose files stay where the archive has none. */
  instead?: Whole;
}

/** Returns a row with the addresses of its files here. What has no file keeps the one of `instead`, or has none. */
function placed({ table }: Noun, whole: Whole, { at, archive, instead }: Placing) {
  const change = (of: string, row: Values, kept: Values | undefined) => {
    const next = { ...row };
    for (const [column] of fileColumnsOf(of))
      if (row[column])
        next[column] = at(String(row[column])) ?? kept?.[column] ?? (isNullable(of, column) ? null : '');
    return 'cv_file' in row ? { ...next, ...cvOf(row, next, archive, kept) } : next;
  };
  const row = change(table, whole.row, instead?.row);
  if (typeof row.description === 'string') {
    const moved = addressesOf(table, whole.row).flatMap(({ address, isInText }) => {
      const now = isInText ? at(address) : undefined;
      return now === undefined || now === address ? [] : [[address, now] as const];
    });
    row.description = withAddresses(row.description, new Map(moved));
  }
  const parts = Object.entries(whole.parts).map(([part, rows]) => {
    const kept = ({ number }: Values) =>
      instead?.parts[part]?.find((each) => each.cv_file && each.number === number);
    const next = rows.map((each) => change(part, each, kept(each)));
    // A picture of a list is nothing without its file.
    return [part, next.filter((each) => each.image !== '')];
  });
  return { row, parts: Object.fromEntries(parts) };
}

/** Returns what an application says of its CV, which comes from the file. */
function cvOf(row: Values, { cv_file: file }: Values, archive: OpenedArchive, kept: Values | undefined) {
  if (!file) return { cv_name: '', cv_mime: '', cv_size: 0 };
  if (kept && file === kept.cv_file)
    return { cv_name: kept.cv_name, cv_mime: kept.cv_mime, cv_size: kept.cv_size };
  const bytes = archive.fileOf(String(row.cv_file))?.bytes ?? row.cv_size;
  return { cv_mime: typeOfAddress(String(file)), cv_size: bytes, cv_name: row.cv_name || 'CV' };
}

/**
 * Returns the names of the fields, and of the tables of parts, in which a row differs from the one that is here.
 * `isLate` says that the row here lacks files that have come since.
 */
function differences(
  { table, parts }: Noun,
  wanted: Whole,
  present: Whole,
  { places, madeAt }: { places: ReadonlyMap<string, string | undefined>; madeAt: string },
) {
  let isLate = false;
  const isDated = wanted.row.created_at !== madeAt;
  const apart = [
    'id',
    'public_id',
    'updated_at',
    'position',
    ...(isDated ? [] : ['created_at', 'posted_at']),
  ];
  const moved = new Map([...places].flatMap(([from, to]) => (to ? [[from, to] as const] : [])));
  const inRow = (of: string, one: Values, other: Values = {}, owner = 'id') =>
    Object.keys(one).filter((name) => {
      const isSame = (one[name] ?? null) === (other[name] ?? null);
      if (isSame || apart.includes(name) || isMade(table, name) || name === owner) return false;
      const isFile = fileColumnsOf(of).some(
        ([column, kind]) =>
          one[column] && !other[column] && (name === column || (kind === 'document' && /^cv_/.test(name))),
      );
      const isText = name === 'description' && withAddresses(String(other[name]), moved) === one[name];
      isLate ||= isText || isFile;
      return !isText && !isFile;
    });
  const fields = inRow(table, wanted.row, present.row);
  for (const [part, owner] of Object.entries(parts)) {
    const [all = [], here = []] = [wanted.parts[part], present.parts[part]];
    const isBeginning =
      here.length < all.length &&
      here.every(({ image }) => image && all.some((each) => each.image === image));
    const isOther =
      all.length !== here.length || all.some((row, at) => inRow(part, row, here[at], owner).length > 0);
    // A former title may lead to another category by now.
    if (part === 'former_category_titles') continue;
    if (isBeginning) isLate = true;
    else if (isOther) fields.push(part);
  }
  return { fields, isLate };
}

async function uniqueColumns(db: Db, table: string) {
  const { rows } = await sql<{
    name: string;
  }>`select ii.name from pragma_index_list(${table}) il, pragma_index_info(il.name) ii
    where il."unique" and ii.name <> 'public_id'`.execute(db);
  return [...rows.map(({ name }) => name), ...(table === 'categories' ? ['title_key'] : [])];
}

/** Returns which value, of those that only one row may have, another row has already. */
async function takenBy(
  { engine, claimed, keys }: Importing,
  noun: Noun,
  { row, parts }: Whole,
  id: number | undefined,
) {
  const checks = [
    ...keys.map((name) => ({ table: noun.table, of: 'id', name, value: row[name] })),
    ...(parts.applicant_submissions ?? []).map(({ reference }) => ({
      ...{ table: 'applicant_submissions', of: 'applicant_id', name: 'reference', value: reference },
    })),
  ];
  for (const { table, of, name, value } of checks) {
    if (value == null) continue;
    const query = any(engine.db).selectFrom(table).select(of).where(name, '=', value);
    const other = await (id === undefined ? query : query.where(of, '<>', id)).executeTakeFirst();
    const known = other?.[of] ?? claimed.get(`${table} ${name} ${value}`);
    if (known !== undefined) return `${name}: ${noun.name} ${known} already has it`;
  }
  for (const { table, name, value } of checks) claimed.set(`${table} ${name} ${value}`, row.id);
  return undefined;
}

interface Writing {
  wanted: Whole;
  present: Whole | undefined;
  places: ReadonlyMap<string, string | undefined>;
  id: number | undefined;
}

/** Writes the rows that wait, with their files in one change. */
async function write(importing: Importing, noun: Noun) {
  const { archive, engine, waiting, places } = importing;
  const { changes, files } = waiting;
  importing.waiting = { changes: [], files: new Map() };
  const addresses = [...files].flatMap(([address, file]) => {
    const place = addressFor(archive, address);
    const isOwn = isStoredAddress(address) || !file.type.startsWith('image/');
    return place && isOwn ? [[file, place] as const] : [];
  });
  if (changes.length > 0)
    await engine.media?.change(
      [...files.values()],
      async (change) => {
        for (const each of changes) await writeOne(importing, noun, { ...each, files, change });
      },
      { wanted: new Map(addresses) },
    );
  for (const address of files.keys()) places.delete(address);
  await rm(engine.tempDir, { recursive: true, force: true });
}

async function writeOne(
  { archive }: Importing,
  noun: Noun,
  { wanted, present, places, id: there, files, change }: Writing & Pick<Batch, 'files'> & { change: Change },
) {
  const { tx, addressOf, drop } = change;
  const at = (address: string) => {
    const file = files.get(address);
    return file ? addressOf(file) : places.get(address);
  };
  const whole = placed(noun, wanted, { at, archive, instead: present });
  const versioned =
    noun.table in versionedTables && present ? (noun.resource as VersionedResource) : undefined;
  const id = there ?? (wanted.row.public_id == null ? Number(wanted.row.id) : await nextId(tx, noun.table));
  const keep = versioned && (await saveVersion(tx, versioned, id));
  await writeWhole(tx, noun, id, whole, present !== undefined);
  await describePictures(tx, archive, noun, wanted, at);
  if (present) {
    const named = new Set(filesOf(noun, whole).map(({ address }) => address));
    const gone = filesOf(noun, present).filter(({ address, isInText }) => !isInText && !named.has(address));
    drop(...gone.map(({ address }) => address));
  }
  await keep?.(importer);
}

const versionedTables = { blogs: true, projects: true, jobs: true };

/** Copies the files that the archive has, for the rows that wait. Returns why a file cannot be what its row says. */
async function bringFiles(
  { archive, engine, waiting }: Importing,
  wishes: readonly { address: string; kind: FileKind }[],
) {
  const brought: Batch['files'] = new Map();
  await mkdir(engine.tempDir, { recursive: true, mode: 0o700 });
  for (const { address, kind } of wishes) {
    const found = archive.fileOf(address);
    if (!found || waiting.files.has(address) || brought.has(address)) continue;
    const path = join(engine.tempDir, randomUUID());
    await copyFile(found.path, path);
    const type = await typeOfFile(path, kind, '').catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (!type || !isOfType(type, found.path))
      return `${address}: is no ${kind} of the type that its name says`;
    const [said] = await any(archive.db)
      .selectFrom('pictures')
      .select('name')
      .where('file', '=', address)
      .execute();
    const name = String(said?.name || nameIn(address));
    brought.set(address, { path, type, ...(name && { name }) });
  }
  for (const [address, file] of brought) waiting.files.set(address, file);
  return undefined;
}

function isOfType(type: string, path: string) {
  return path.endsWith(`.${mediaEndings[type] ?? documentEndings[type]}`);
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
async function writeWhole(tx: Db, { table, parts }: Noun, id: number, whole: Whole, isThere: boolean) {
  const { deleted_at: _, ...row }: Values = { ...whole.row, id };
  if (isThere) await any(tx).updateTable(table).set(row).where('id', '=', id).execute();
  else {
    await advanceIdsPast(tx, table, id);
    await any(tx).insertInto(table).values(row).execute();
  }
  for (const [part, owner] of Object.entries(parts)) {
    const rows = whole.parts[part] ?? [];
    if (part === 'former_category_titles') {
      for (const each of rows)
        await any(tx)
          .insertInto(part)
          .values({ ...each, [owner]: id })
          .onConflict((known) => known.doNothing())
          .execute();
      continue;
    }
    const isMarked = rows.some((each) => 'deleted_at' in each);
    const old = any(tx).deleteFrom(part).where(owner, '=', id);
    await (isMarked ? old.where('deleted_at', 'is', null) : old).execute();
    for (const each of await withFreeIds(tx, part, rows)) {
      if (each.id) await advanceIdsPast(tx, part, Number(each.id));
      await any(tx)
        .insertInto(part)
        .values({ ...each, [owner]: id })
        .execute();
    }
  }
}

/** Returns the rows, those first that keep their ids. An id that another row has is left to the database. */
async function withFreeIds(tx: Db, part: string, rows: readonly Values[]) {
  const taken = new Set<unknown>();
  for (const name of ['id', 'public_id']) {
    const values = rows.flatMap((row) => row[name] ?? []);
    if (values.length === 0) continue;
    const found = await any(tx).selectFrom(part).select(name).where(name, 'in', values).execute();
    for (const row of found) taken.add(row[name]);
  }
  const free = rows.map((row) => {
    const { id, ...rest } = row;
    if (taken.has(row.public_id)) rest.public_id = null;
    return taken.has(id) ? rest : row;
  });
  return free.toSorted((one, other) => Number('id' in other) - Number('id' in one));
}

/** Marks pictures of texts as used, which no column says, and gives pictures the texts that they lack here. */
async function describePictures(
  tx: Db,
  { db }: OpenedArchive,
  noun: Noun,
  wanted: Whole,
  at: (address: string) => string | undefined,
) {
  for (const { address, isInText } of filesOf(noun, wanted)) {
    const file = at(address);
    if (file === undefined) continue;
    const of = tx.updateTable('pictures').where('file', '=', file);
    if (isInText) await of.set({ kept: 1 }).where('kept', '=', 0).execute();
    const said = await db
      .selectFrom('pictures')
      .select(['alt', 'focus_x', 'focus_y'])
      .where('file', '=', address)
      .executeTakeFirst();
    if (said?.alt) await of.set({ alt: said.alt }).where('alt', '=', '').execute();
    const { focus_x, focus_y } = said ?? { focus_x: 50, focus_y: 50 };
    if (focus_x !== 50 || focus_y !== 50)
      await of.set({ focus_x, focus_y }).where('focus_x', '=', 50).where('focus_y', '=', 50).execute();
  }
}

/** Maximum number of redirects that are taken together. */
const redirectsAtOnce = 500;

async function takeRedirects({ archive, replace, dryRun, mediaPaths, result }: Importing, site: SiteDb) {
  const counts = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };
  result.counts.redirects = counts;
  let batch: { from: string; to: string }[] = [];
  const flush = async () => {
    const done = await addRedirects(site, batch, { source: 'import', mediaPaths, change: replace, dryRun });
    counts.added += done.added.length;
    counts.replaced += done.changed.length;
    counts.same += done.same.length;
    counts.refused += done.refused.length;
    for (const { from, field, reason } of done.refused)
      result.left.push(`redirects ${from}: ${field}: ${reason}`);
    batch = [];
  };
  for await (const { from_path, to_path } of readRows(archive.folder, 'redirects')) {
    batch.push({ from: String(from_path), to: String(to_path) });
    if (batch.length >= redirectsAtOnce) await flush();
  }
  await flush();
}
