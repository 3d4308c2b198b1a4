import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { problemOfNesting } from '#shared/nesting.ts';
import { slugOf } from '../../server/content-api/jobs/repository.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import type { Db } from '../../server/database/types.ts';
import { freshFiles, inserterInto } from './database.ts';
import {
  addressOfPath,
  archiveLimits,
  type ListedFile,
  type Manifest,
  manifestName,
  measure,
  type Row,
  readManifest,
  readRows,
  rowsPath,
  type Value,
} from './format.ts';
import { contentTables, fieldsOfTable, isMade, nouns, wrongValue } from './nouns.ts';
import { ArchiveProblem } from './problem.ts';

/** An archive of which every byte has been checked, with its rows in a database of their own. */
export interface OpenedArchive {
  manifest: Manifest;
  folder: string;
  /** The rows, in the tables that the engine has for them. */
  db: Db;
  /** Rows that break a rule of their table, one sentence for each. They are not in `db`. */
  refused: string[];
  fileOf(address: string): (ListedFile & { path: string }) | undefined;
  close(): Promise<void>;
}

interface OpenOptions {
  /** Empty folder for the database. */
  scratch: string;
  log: Logger;
  /** UPLOAD_TEXT_MAX_BYTES: maximum number of bytes in one text. */
  textBytes: number;
}

/** Maximum number of problems that are listed in one message. */
const namedAtMost = 50;

/**
 * Opens an archive from an untrusted source: checks its file names, its hashes and every row, and never reads a file
 * outside the folder. Rejects with `ArchiveProblem`, which names each faulty file and line.
 */
export async function openArchive(folder: string, options: OpenOptions): Promise<OpenedArchive> {
  const manifest = readManifest(await readText(folder));
  if (manifest.kind !== 'content') throw new ArchiveProblem(`${folder} is no export of content.`);
  const problems: string[] = [];
  const note = (problem: string) => {
    problems.push(problem);
    if (problems.length >= namedAtMost) refuse([...problems, 'and perhaps more']);
  };
  for (const file of manifest.files) {
    const why = await problemOf(folder, file);
    if (why) note(`${file.path}: ${why}`);
  }
  for (const name of await readdir(join(folder, 'rows')).catch(() => []))
    if (!manifest.files.some(({ path }) => path === `rows/${name}`))
      note(`rows/${name}: is not in the manifest`);
  refuse(problems);
  await freshFiles(options.scratch, options.log);
  const path = join(options.scratch, 'content.sqlite');
  const refused: string[] = [];
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma foreign_keys = off; begin');
    for (const { name } of database.prepare("select name from sqlite_schema where type = 'trigger'").all())
      database.exec(`drop trigger "${name}"`);
    for (const table of contentTables)
      if (manifest.tables[table])
        await fill({ database, folder, table, refused, note, ...options }, manifest);
    refuse(problems);
    database.exec('commit');
  } finally {
    database.close();
  }
  const byAddress = new Map(
    manifest.files.flatMap((file) =>
      [addressOfPath(file.path) ?? [], file.addresses ?? []]
        .flat()
        .map((address) => [address, file] as const),
    ),
  );
  const db = openSqlite(path);
  return {
    manifest,
    folder,
    db,
    refused,
    fileOf(address) {
      const file = byAddress.get(address);
      return file && { ...file, path: join(folder, file.path) };
    },
    close: () => db.destroy(),
  };
}

interface Filling extends OpenOptions {
  database: DatabaseSync;
  folder: string;
  table: string;
  refused: string[];
  note(problem: string): void;
}

/** A column of a table, as SQLite describes it. */
interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

async function fill({ database, folder, table, refused, note, textBytes }: Filling, { made_at }: Manifest) {
  // Redirects are in another database, and are read from their file.
  if (table === 'redirects') return;
  const columns = database.prepare('select * from pragma_table_info(?)').all(table) as unknown as Column[];
  const names = new Set(columns.map(({ name }) => name));
  const insert = inserterInto(database, table);
  let line = 0;
  try {
    for await (const row of readRows(folder, table)) {
      line += 1;
      // Archives of earlier releases have ids for what belongs to a row.
      for (const name of Object.keys(row)) if (isMade(table, name)) delete row[name];
      const wrong = problemOfRow(table, row, names, textBytes);
      if (wrong) note(`${rowsPath(table)}, line ${line}: ${wrong}`);
      else completed(row, { table, columns, line, made_at });
      if (wrong) continue;
      try {
        insert(row, line);
      } catch (error) {
        const { cause } = error as { cause?: { errcode?: number } };
        // A rule of the table refuses this row alone; a value of another type is a fault of the archive.
        if ((cause?.errcode ?? 0) % 256 !== constraint || cause?.errcode === wrongType)
          note((error as Error).message);
        else refused.push((error as Error).message);
      }
    }
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    note(error.message);
  }
}

/** Result codes of SQLite: a rule of the table is broken; by a value of another type (sqlite.org/rescode.html). */
const constraint = 19;
const wrongType = 3091;

function problemOfRow(table: string, row: Row, names: ReadonlySet<string>, textBytes: number) {
  for (const [column, value] of Object.entries(row)) {
    if (!names.has(column)) return `${column}: unknown column; values without a column go into extra`;
    const wrong = wrongValue(table, column, value) ?? problemOfText(column, value, textBytes);
    if (wrong) return `${column}: ${wrong}`;
  }
  const isNamed = Number.isSafeInteger(row.id) && Number(row.id) > 0 && Number(row.id) < 1e15;
  return isNamed || !nouns.some((noun) => noun.table === table)
    ? undefined
    : 'id: is not a positive whole number of at most 15 digits';
}

function problemOfText(column: string, value: Value, textBytes: number) {
  if (typeof value !== 'string') return undefined;
  if (!value.isWellFormed() || value.includes('\0')) return 'contains a NUL or an unpaired surrogate';
  if (column === 'extra') return problemOfNesting(JSON.parse(value));
  return Buffer.byteLength(value) > textBytes ? 'is longer than UPLOAD_TEXT_MAX_BYTES' : undefined;
}

/** Gives the missing columns of a row the values of a new row. */
function completed(row: Row, { table, columns, line, made_at }: Completing) {
  const fields = fieldsOfTable(table);
  const created = row.created_at ?? row.updated_at ?? made_at;
  const chosen: Row = {
    ...{ created_at: created, updated_at: created, v_order: line, is_read: 0 },
    posted_at: row.status === 'open' ? created : null,
    slug: slugOf(String(row.title)) || `job-${row.id}`,
  };
  for (const { name, type, notnull, dflt_value: given, pk } of columns) {
    if (pk || row[name] != null) continue;
    const none = given === null ? (type.toLowerCase() === 'text' ? '' : 0) : undefined;
    const value = chosen[name] ?? (notnull ? ((fields[name]?.fallback as Row[string]) ?? none) : null);
    if (value === undefined) delete row[name];
    else row[name] = value;
  }
}

interface Completing {
  table: string;
  columns: readonly Column[];
  line: number;
  /** Time of rows that have none. */
  made_at: string;
}

function refuse(problems: readonly string[]) {
  if (problems.length > 0) throw new ArchiveProblem(`The archive is refused:\n  ${problems.join('\n  ')}`);
}

async function readText(folder: string) {
  const opened = await openPlain(join(folder, manifestName));
  if (typeof opened === 'string')
    throw new ArchiveProblem(
      opened === missing
        ? `${folder} has no ${manifestName}: it is not an archive, or an incomplete one.`
        : `${manifestName}: ${opened}`,
    );
  try {
    if (opened.size > archiveLimits.manifestBytes) throw new ArchiveProblem(`${manifestName} is too long.`);
    return await opened.handle.readFile('utf8');
  } finally {
    await opened.handle.close();
  }
}

const missing = 'is missing';

/** Opens a regular file. For anything else, such as a symbolic link, returns why it cannot be read. */
async function openPlain(path: string) {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return missing;
  if (found.isSymbolicLink()) return 'is a symbolic link';
  if (!found.isFile()) return 'is not a file';
  return { handle: await open(path, constants.O_RDONLY | constants.O_NOFOLLOW), size: found.size };
}

async function problemOf(folder: string, { path, bytes, sha256 }: ListedFile) {
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const found = await lstat(join(folder, above)).catch(() => undefined);
    if (found?.isSymbolicLink()) return `is below ${above}, which is a symbolic link`;
    if (!found?.isDirectory()) return missing;
  }
  const opened = await openPlain(join(folder, path));
  if (typeof opened === 'string') return opened;
  await opened.handle.close();
  if (opened.size !== bytes) return `has ${opened.size} bytes, and the manifest says ${bytes}`;
  return (await measure(join(folder, path))).sha256 === sha256
    ? undefined
    : 'does not have the hash that the manifest says';
}
