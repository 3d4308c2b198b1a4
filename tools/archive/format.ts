import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { isRecord } from '#shared/json.ts';
import { MIB } from '#shared/limits.ts';
import { isStoredAddress } from '../../server/content-api/media/storage.ts';
import { StartError } from '../../server/errors.ts';
import { documentEndings, mediaEndings } from '../../server/forms/file-types.ts';

/**
 * The format in which data leaves and enters a site (docs/archive.md): a manifest, the rows of each table as lines of
 * JSON, and files. A backup is one packed file of this form (tools/backup), an export a folder of it.
 */
export const manifestName = 'manifest.json';
const format = 'studio-archive';
const version = 2;

/** Thrown when an archive cannot be read or written. The message is for the operator. */
export class ArchiveProblem extends StartError {
  override name = 'ArchiveProblem';
}

/** Enough for about 400,000 files. */
export const manifestBytes = 64 * MIB;
const lineBytes = 256 * MIB;

/** A value of a row, as both databases return and store it. */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

export const rowsPath = (table: string) => `rows/${table}.jsonl`;

/** Name of the file with the data of the company. The pictures that it names are next to it. */
export const siteFile = 'site.json';

/** True if site.json may name a picture like this (`shared/schemas/site/brand.ts`). */
export function isSitePicture(name: string) {
  return name.length <= 100 && /^[A-Za-z0-9][A-Za-z0-9._-]*\.(svg|png|jpe?g|webp)$/i.test(name);
}

/** Returns the address of the file of this product at a path; undefined for any other path. */
export function addressOfPath(path: string) {
  const address = path.replace(/^media\//, '/storage/');
  return address !== path || path.startsWith('private/')
    ? isStoredAddress(address)
      ? address
      : undefined
    : undefined;
}

const endings = Object.values({ ...mediaEndings, ...documentEndings });

/** True if an archive may contain this path. Any other path is refused. */
function isArchivePath(path: string) {
  if (path === siteFile || isSitePicture(path) || /^rows\/[a-z][a-z_]{0,60}\.jsonl$/.test(path)) return true;
  if (addressOfPath(path) !== undefined) return true;
  const [, ending = ''] = /^files\/[0-9a-f]{64}\.([a-z0-9]{3,4})$/.exec(path) ?? [];
  return endings.includes(ending);
}

const fileSchema = z.strictObject({
  path: z.string().refine(isArchivePath, 'is not the path of a file of an archive'),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The addresses by which rows name the file, if the path does not say it. */
  addresses: z.array(z.string().min(1).max(4096)).optional(),
});
export type ListedFile = z.infer<typeof fileSchema>;

const manifestSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  /** `backup`: everything of a site. `content`: what people own, without secrets. */
  kind: z.enum(['backup', 'content']),
  made_at: z.iso.datetime(),
  /** Name and version of the product that wrote the archive. */
  made_by: z.string().min(1).max(200),
  /** Address of the site from which the content comes; null if it has none. */
  source: z.string().max(2048).nullable(),
  /** Names of the migrations of the database, in order. */
  migrations: z.array(z.string().max(100)).max(10_000),
  /** `last_id` is the highest id that was ever given in the table, so that none is given twice. */
  tables: z.record(z.string(), z.strictObject({ rows: z.int().min(0), last_id: z.int().min(0).optional() })),
  files: z.array(fileSchema).max(400_000),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function newManifest(
  about: Omit<Manifest, 'format' | 'version' | 'made_at'>,
  now = new Date(),
): Manifest {
  return { format, version, made_at: now.toISOString(), ...about };
}

/** Parses the text of a manifest. Throws `ArchiveProblem` for a text that this release cannot read as one. */
export function readManifest(text: string) {
  const said = parsed(text);
  if (said.format === 1)
    throw new ArchiveProblem(
      `This backup was written by an earlier release (${said.app}): restore it with that release, then start this one on the data folder.`,
    );
  if (said.format === format && said.version !== version)
    throw new ArchiveProblem(
      `The archive has version ${JSON.stringify(said.version)} of the format, and this release reads version ${version}. Import it with the release that wrote it (${said.made_by}), then start this one on the data folder.`,
    );
  const { data: manifest, error } = manifestSchema.safeParse(said);
  if (!manifest) {
    const [issue] = error.issues;
    throw new ArchiveProblem(`${manifestName}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const paths = new Set(manifest.files.map(({ path }) => path));
  if (paths.size !== manifest.files.length) throw new ArchiveProblem(`${manifestName} lists a file twice.`);
  const rows = [...paths].filter((path) => path.startsWith('rows/')).sort();
  if (rows.join() !== Object.keys(manifest.tables).map(rowsPath).sort().join())
    throw new ArchiveProblem(`${manifestName}: tables and files disagree.`);
  return manifest;
}

function parsed(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {}
  throw new ArchiveProblem(`${manifestName} is not a JSON object.`);
}

/** Opens a new file for the rows of a table. Writes many rows at once: each write waits for the disk's turn. */
export async function openRows(folder: string, table: string) {
  const path = join(folder, rowsPath(table));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  let [lines, length]: [string[], number] = [[], 0];
  const flush = async () => {
    await file.writeFile(lines.join(''));
    [lines, length] = [[], 0];
  };
  return {
    async add(row: object) {
      const line = lineOf(row);
      lines.push(line);
      length += line.length;
      if (length > MIB) await flush();
    },
    async close() {
      await flush()
        .then(() => file.sync())
        .finally(() => file.close());
    },
  };
}

/** Yields the rows of a table in a folder. Throws `ArchiveProblem`, which names the file and the line. */
export async function* readRows(folder: string, table: string) {
  let number = 0;
  for await (const line of linesOf(join(folder, rowsPath(table)))) {
    number += 1;
    const refuse = (why: string) => new ArchiveProblem(`${rowsPath(table)}, line ${number}: ${why}`);
    if (!line) throw refuse('is too long');
    const row = rowIn(line);
    if (typeof row === 'string') throw refuse(row);
    yield row;
  }
}

function rowIn(line: Buffer) {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch {
    return 'is not JSON';
  }
  if (!isRecord(value)) return 'is not an object';
  for (const [name, said] of Object.entries(value)) {
    if (said === null || typeof said === 'string' || typeof said === 'number') continue;
    const { base64 } = said as { base64?: unknown };
    if (typeof base64 === 'string') value[name] = Buffer.from(base64, 'base64');
    else if (name === 'extra' && typeof said === 'object') value[name] = JSON.stringify(said);
    else return `${name}: is not a value of a column`;
  }
  return value as Row;
}

/** Yields the lines of a file. Yields undefined for a line that is too long, and then ends. */
async function* linesOf(path: string): AsyncGenerator<Buffer | undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: MIB })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...pieces, rest.subarray(0, end)]);
      pieces = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    pieces.push(rest);
    length += rest.length;
    if (length > lineBytes) return yield undefined;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

/** Reads the rows of all tables. Throws `ArchiveProblem` if a line is none, or if the numbers of rows differ. */
export async function checkRows(folder: string, { tables }: Manifest) {
  for (const [table, { rows }] of Object.entries(tables)) {
    let found = 0;
    for await (const _ of readRows(folder, table)) found += 1;
    if (found !== rows)
      throw new ArchiveProblem(`${rowsPath(table)} has ${found} rows, and ${manifestName} says ${rows}.`);
  }
}

/** Returns the numbers of rows, and of files besides those of the rows. */
export function countsOf({ tables, files }: Manifest) {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { rows, files: files.length - Object.keys(tables).length };
}

/** Returns the size and the SHA-256 of a file. */
export async function measure(path: string) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Returns the paths of all files below a folder, sorted. */
export async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Returns these files of a folder as a manifest lists them. */
export async function describe(folder: string, paths: Iterable<string>) {
  const files: ListedFile[] = [];
  for (const path of paths) files.push({ path, ...(await measure(join(folder, path))) });
  return files;
}

/** Returns a row as a line. Bytes, which only the database itself reads, are `{"base64": "…"}`. */
export function lineOf(row: object) {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  ]);
  return `${JSON.stringify(Object.fromEntries(values))}\n`;
}
