import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { problemOfNesting } from '#shared/json.ts';
import { isStorable } from '#shared/text-formats.ts';
import { slugOf } from '../../server/content-api/jobs/repository.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { freshFiles, inserterInto } from './database.ts';
import {
  ArchiveProblem,
  addressOfPath,
  type ListedFile,
  manifestBytes,
  manifestName,
  measure,
  type Row,
  readManifest,
  readRows,
  rowsPath,
  type Value,
} from './format.ts';
import { contentTables, fieldsOfTable, isMade, nouns, wrongValue } from './nouns.ts';

/** An archive of which every byte has been checked, with its rows in a database of their own. */
export type OpenedArchive = Awaited<ReturnType<typeof openArchive>>;

/** `scratch` is an empty folder for the database, `textBytes` the maximum number of bytes in one text. */
interface OpenOptions {
  scratch: string;
  log: Logger;
  textBytes: number;
}

/** Maximum number of problems that are listed in one message. */
const namedAtMost = 50;

/**
 * Opens an archive from an untrusted source: checks its file names, its hashes and every row, and never reads a file
 * outside the folder. Rejects with `ArchiveProblem`, which names each faulty file and line.
 */
export async function openArchive(folder: string, { scratch, log, textBytes }: OpenOptions) {
  const problems: string[] = [];
  const refuse = () => {
    if (problems.length > 0) throw new ArchiveProblem(`The archive is refused:\n  ${problems.join('\n  ')}`);
  };
  const note = (problem: string) => {
    if (problems.push(problem) >= namedAtMost) refuse();
  };
  const manifest = await manifestIn(folder);
  for (const file of manifest.files) {
    const why = (await problemOf(folder, file.path)) ?? (await differenceOf(folder, file));
    if (why) note(`${file.path}: ${why}`);
  }
  for (const name of await readdir(join(folder, 'rows')).catch(() => []))
    if (!manifest.files.some(({ path }) => path === `rows/${name}`))
      note(`rows/${name}: is not in the manifest`);
  refuse();
  await freshFiles(scratch, log);
  const path = join(scratch, 'content.sqlite');
  /** Rows that break a rule of their table, one sentence for each. They are not in the database. */
  const refused: string[] = [];
  {
    using database = new DatabaseSync(path);
    database.exec('pragma foreign_keys = off; begin');
    for (const { name } of database.prepare("select name from sqlite_schema where type = 'trigger'").all())
      database.exec(`drop trigger "${name}"`);
    // Redirects are in another database, and are read from their file.
    for (const table of contentTables.filter((name) => name !== 'redirects' && manifest.tables[name])) {
      const insert = inserterOf(database, table, { textBytes, madeAt: manifest.made_at });
      let line = 0;
      const fill = async () => {
        for await (const row of readRows(folder, table)) {
          line += 1;
          const { wrong, broken } = insert(row, line);
          if (wrong) note(wrong);
          if (broken) refused.push(broken);
        }
      };
      await fill().catch((error) => {
        if (!(error instanceof ArchiveProblem)) throw error;
        note(error.message);
      });
    }
    refuse();
    database.exec('commit');
  }
  const byAddress = new Map(
    manifest.files.flatMap((file) =>
      [addressOfPath(file.path) ?? [], file.addresses ?? []]
        .flat()
        .map((address) => [address, { ...file, path: join(folder, file.path) }] as const),
    ),
  );
  const db = openSqlite(path);
  return {
    manifest,
    folder,
    db,
    refused,
    fileOf: (address: string) => byAddress.get(address),
    close: () => db.destroy(),
  };
}

async function manifestIn(folder: string) {
  const why = await problemOf(folder, manifestName);
  if (why === missing)
    throw new ArchiveProblem(`${folder} has no ${manifestName}: it is not an archive, or an incomplete one.`);
  if (why) throw new ArchiveProblem(`${manifestName}: ${why}`);
  const path = join(folder, manifestName);
  if ((await stat(path)).size > manifestBytes) throw new ArchiveProblem(`${manifestName} is too long.`);
  const manifest = readManifest(await readFile(path, 'utf8'));
  if (manifest.kind !== 'content') throw new ArchiveProblem(`${folder} is no export of content.`);
  return manifest;
}

const missing = 'is missing';

/** Returns why a path of the folder is not the path of a file in it. */
async function problemOf(folder: string, path: string) {
  const real = await realpath(join(folder, path)).catch(() => undefined);
  if (!real) return missing;
  if (real !== join(await realpath(folder), path)) return 'is a symbolic link, or below one';
  return (await stat(real)).isFile() ? undefined : 'is not a file';
}

async function differenceOf(folder: string, { path, bytes, sha256 }: ListedFile) {
  const found = await measure(join(folder, path));
  if (found.bytes !== bytes) return `has ${found.bytes} bytes, and the manifest says ${bytes}`;
  return found.sha256 === sha256 ? undefined : 'does not have the hash that the manifest says';
}

/** A column of a table, as SQLite describes it. */
interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

/**
 * Returns a function that checks a row, gives it the values that it lacks, and inserts it. It returns what is wrong with
 * the archive, or the rule of the table for which the row alone is refused.
 */
function inserterOf(
  database: DatabaseSync,
  table: string,
  { textBytes, madeAt }: { textBytes: number; madeAt: string },
) {
  const columns = database.prepare('select * from pragma_table_info(?)').all(table) as unknown as Column[];
  const names = new Set(columns.map(({ name }) => name));
  const insert = inserterInto(database, table);
  return (row: Row, line: number): { wrong?: string; broken?: string } => {
    // Archives of earlier releases have ids for what belongs to a row.
    for (const name of Object.keys(row)) if (isMade(table, name)) delete row[name];
    const wrong = problemOfRow(table, row, names, textBytes);
    if (wrong) return { wrong: `${rowsPath(table)}, line ${line}: ${wrong}` };
    complete(table, row, columns, { line, madeAt });
    try {
      insert(row, line);
      return {};
    } catch (error) {
      const { message, cause } = error as { message: string; cause?: { errcode?: number } };
      const code = cause?.errcode ?? 0;
      // A value of another type is a fault of the archive.
      return code % 256 === constraint && code !== wrongType ? { broken: message } : { wrong: message };
    }
  };
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
  if (!isStorable(value)) return 'contains a NUL or an unpaired surrogate';
  if (column === 'extra') return problemOfNesting(JSON.parse(value));
  return Buffer.byteLength(value) > textBytes ? 'is longer than UPLOAD_TEXT_MAX_BYTES' : undefined;
}

/** Gives the missing columns of a row the values of a new row; `madeAt` is the time of rows that have none. */
function complete(
  table: string,
  row: Row,
  columns: readonly Column[],
  { line, madeAt }: { line: number; madeAt: string },
) {
  const fields = fieldsOfTable(table);
  const created = row.created_at ?? row.updated_at ?? madeAt;
  const chosen: Row = {
    created_at: created,
    updated_at: created,
    v_order: line,
    is_read: 0,
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
