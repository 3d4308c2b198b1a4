import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type FileStorage,
  isStoredAddress,
  pathOfAddress,
  typeOfAddress,
} from '../../server/content-api/media/storage.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { endingOf } from '../../server/forms/file-types.ts';
import type { Tables } from './database.ts';
import {
  ArchiveProblem,
  addressOfPath,
  describe,
  filesBelow,
  type Manifest,
  manifestName,
  newManifest,
  openRows,
  rowsPath,
} from './format.ts';
import { addressesOf, isMade, isWanted, type Noun, nouns, type Values } from './nouns.ts';

/** The bytes of a file of a source. The type is detected from the first bytes, never from the file name. */
export interface FileContent {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** The reason for which a file cannot be read, in words. The rows then have only its address. */
export interface FileRefusal {
  refused: string;
  /** True if that is intended, so that nothing is reported. */
  later?: true;
}

/** A row on its way into an archive: columns of the table that are missing get the values of a new row. */
export interface SourceRow {
  table: string;
  row: Values;
}

/**
 * Source of content: the embedded engine, an API host, or export files of another product. Rows name files by their
 * addresses; texts and focal points of pictures are rows of `pictures` by `file`.
 */
export interface ContentSource {
  /** Name and version of the source's product, for the manifest. */
  readonly madeBy: string;
  /** Address of the source's site; null if it has none. */
  readonly address: string | null;
  /** Sentences on what is missing from the archive or differs in it, and further information; complete after `rows`. */
  readonly remarks?: readonly string[];
  readonly notes?: readonly string[];
  /** Returns the numbers of records by kind of content; missing where counting would need all rows. */
  counts?(only: readonly string[] | undefined): Promise<Record<string, number>>;
  /** Yields rows after those to which they refer. */
  rows(): AsyncIterable<SourceRow> | Iterable<SourceRow>;
  /** Returns the bytes of a file. Called once for each address. Rejects only if nothing more can be read. */
  file(address: string): Promise<FileContent | FileRefusal>;
}

/** Columns of pictures that people have set. */
const told = ['file', 'name', 'alt', 'focus_x', 'focus_y'];

/**
 * Makes the content of the embedded engine a source for an archive, as of one moment. The trash, accounts, versions and
 * mails are not part of it.
 */
export function engineSource(
  tables: Tables,
  storage: Pick<FileStorage, 'open'>,
  about: Pick<ContentSource, 'madeBy' | 'address'>,
): ContentSource {
  async function* living(table: string) {
    if ((await tables.names()).includes(table))
      for await (const row of tables.rows(table)) if (row.deleted_at == null) yield row;
  }
  const used = new Set<string>();
  /** Makes a row of a table one of an archive, and notes the files that it names. */
  function outgoing(table: string, given: Values) {
    for (const { address } of addressesOf(table, given)) used.add(address);
    return {
      table,
      row: Object.fromEntries(
        Object.entries(given)
          .filter(([column]) => !isMade(table, column))
          .sort(),
      ),
    };
  }

  async function* rowsOfNoun({ table, parts }: Noun) {
    const ids = new Set<unknown>();
    for await (const row of living(table)) {
      ids.add(row.id);
      yield outgoing(table, row);
    }
    for (const [part, owner] of Object.entries(parts))
      for await (const row of living(part)) if (ids.has(row[owner])) yield outgoing(part, row);
  }

  async function* rows() {
    for (const noun of nouns) yield* rowsOfNoun(noun);
    const pictures: Values[] = [];
    for await (const row of living('pictures'))
      if (used.has(String(row.file)))
        pictures.push(Object.fromEntries(told.map((column) => [column, row[column]])));
    // Their order is that of their arrival here, which says nothing.
    pictures.sort((one, other) => (String(one.file) < String(other.file) ? -1 : 1));
    for (const row of pictures) yield { table: 'pictures', row };
    for await (const { from_path, to_path } of living('redirects'))
      yield { table: 'redirects', row: { from_path, to_path } };
  }

  return {
    ...about,
    rows,
    async file(address) {
      if (!isStoredAddress(address)) return { refused: 'is on another site, and only named here' };
      const body = await storage.open(address);
      return body ? { type: typeOfAddress(address), bytes: body } : { refused: 'the file is missing' };
    },
  };
}

/** The manifest of a folder that is being written. */
const unfinished = `${manifestName}.part`;
/** Maximum number of files that are fetched at the same time. */
const filesAtOnce = 4;

interface WriteOptions {
  only?: readonly string[];
  progress?: (table: string, done: number) => void;
  now?: Date;
}

/**
 * Writes content into a folder that is new, empty, or left by an interrupted run, whose complete files are not fetched
 * again. The manifest is written last, so a folder without one is no archive. Returns one sentence for each file that
 * is not in it, and the number of files that an interrupted run has fetched. Rejects with `ArchiveProblem`.
 */
export async function writeFolder(
  source: ContentSource,
  folder: string,
  { only, progress, now }: WriteOptions = {},
) {
  const there = await openFolder(folder);
  const tables: Manifest['tables'] = {};
  const handles = new Map<string, Awaited<ReturnType<typeof openRows>>>();
  const leftOut: string[] = [];
  /** Addresses by the path of their file. */
  const files = new Map<string, string>();
  const seen = new Set<string>();
  const busy = new Set<Promise<void>>();
  let [kept, failure] = [0, undefined as unknown];

  async function bring(address: string, name: string) {
    const place = placeOf(address);
    const known = there.get(place);
    if (known) kept += 1;
    const stored = known ?? (await store(folder, place, await source.file(address)));
    if (typeof stored === 'string') files.set(stored, address);
    else if (!stored.later) leftOut.push(`${name}: ${address}: ${stored.refused}`);
  }

  try {
    for await (const { table, row } of source.rows()) {
      if (!isWanted(table, only)) continue;
      tables[table] ??= { rows: 0 };
      const file = handles.get(table) ?? (await openRows(folder, table));
      handles.set(table, file);
      await file.add(row);
      tables[table].rows += 1;
      progress?.(table, tables[table].rows);
      for (const { address } of addressesOf(table, row)) {
        if (seen.has(address)) continue;
        seen.add(address);
        if (busy.size >= filesAtOnce) await Promise.race(busy);
        const work = bring(address, `${table} ${row.id ?? row.applicant_id}`)
          .catch((error) => {
            failure ??= error;
          })
          .finally(() => busy.delete(work));
        busy.add(work);
      }
      if (failure) break;
    }
  } finally {
    await Promise.all(busy);
    for (const file of handles.values()) await file.close();
  }
  if (failure) throw failure;
  const about = { kind: 'content', made_by: source.madeBy, source: source.address, tables } as const;
  return { manifest: await finish(folder, files, about, now), leftOut, kept };
}

/** Removes what an interrupted run has left, and writes the manifest. */
async function finish(
  folder: string,
  addresses: ReadonlyMap<string, string>,
  about: Pick<Manifest, 'kind' | 'made_by' | 'source' | 'tables'>,
  now: Date | undefined,
) {
  const paths = new Set([...Object.keys(about.tables).map(rowsPath), ...[...addresses.keys()].sort()]);
  for (const path of await filesBelow(folder))
    if (path !== unfinished && !paths.has(path)) await rm(join(folder, path));
  const files = (await describe(folder, paths)).map((file) => {
    const address = addresses.get(file.path);
    return address === undefined || addressOfPath(file.path) ? file : { ...file, addresses: [address] };
  });
  const manifest = newManifest({ ...about, migrations: Object.keys(migrations), files }, now);
  const part = join(folder, unfinished);
  await writeFile(part, `${JSON.stringify(manifest, undefined, 2)}\n`, { flush: true });
  await rename(part, join(folder, manifestName));
  return manifest;
}

/** Returns the path of a file of this product, and that of any other without its ending, which its type decides. */
function placeOf(address: string) {
  return isStoredAddress(address) ? pathOfAddress(address) : `files/${hash('sha256', address, 'hex')}`;
}

/**
 * Creates the folder of a new archive, or opens the one of an interrupted run. Returns the paths of files that are
 * complete, by their places. Rejects if the folder has any other content, and does not touch that content.
 */
async function openFolder(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.includes(manifestName))
    throw new ArchiveProblem(`${folder} already has a complete archive: name another folder, or delete it.`);
  if (names.length > 0 && !names.includes(unfinished))
    throw new ArchiveProblem(`${folder} is not empty: name a new folder.`);
  await writeFile(join(folder, unfinished), '', { mode: 0o600 });
  await rm(join(folder, 'rows'), { recursive: true, force: true });
  const paths = await filesBelow(folder);
  return new Map(paths.map((path) => [path.replace(/^(files\/\w+)\..*/, '$1'), path]));
}

/** Stores a file, which is under its path only when it is complete. Returns the path. */
async function store(
  folder: string,
  place: string,
  content: FileContent | FileRefusal,
): Promise<string | FileRefusal> {
  if ('refused' in content) return content;
  const { type, bytes } = content;
  const ending = endingOf(type);
  if (!ending) return { refused: `files of type ${type} are not archived` };
  const path = place.startsWith('files/') ? `${place}.${ending}` : place;
  const part = join(folder, `${place.replaceAll('/', '-')}.part`);
  await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }));
  await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
  await rename(part, join(folder, path));
  return path;
}
