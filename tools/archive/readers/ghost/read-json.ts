import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { textOf as messageOf } from '#shared/desk-messages.ts';
import { MIB, readableBytes } from '#shared/limits.ts';
import { readTextFile } from '#shared/text-file.ts';
import { ArchiveProblem } from '../../problem.ts';
import { cleanText } from '../clean-text.ts';

/**
 * Maximum size of a Ghost export, in bytes. The file is read as a whole, since JSON cannot be parsed in pieces. A
 * site with daily posts reaches the limit after about twenty years.
 */
const mostBytes = 256 * MIB;

/** Row of a table of Ghost. Its columns depend on the version of Ghost. */
export type GhostRow = Readonly<Record<string, unknown>>;

const rows = z
  .array(z.record(z.string(), z.unknown()))
  .nullish()
  .transform((list): GhostRow[] => list ?? []);
const part = z.object({
  meta: z.object({ version: z.string().max(40).optional() }).optional(),
  data: z.object({
    posts: rows,
    users: rows,
    tags: rows,
    posts_tags: rows,
    posts_authors: rows,
    posts_meta: rows,
    settings: rows,
  }),
});
const exported = z.union([z.object({ db: z.array(part).length(1) }).transform(({ db: [one] }) => one), part]);

export type GhostTables = z.infer<typeof part>['data'];

/** Reads the file that Ghost exports at "Settings, Import/Export". Rejects with ArchiveProblem. */
export async function readGhostFile(
  path: string,
): Promise<{ tables: GhostTables; version: string | undefined }> {
  const name = basename(path);
  const { size } = await stat(path);
  if (size > mostBytes)
    throw new ArchiveProblem(
      `${name} has ${readableBytes(size)}: at most ${readableBytes(mostBytes)} are read.`,
    );
  let json: unknown;
  const text = readTextFile(await readFile(path));
  if (text === undefined) throw new ArchiveProblem(`${name}: ${messageOf('file.encoding')}`);
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new ArchiveProblem(`${name} is not JSON, or is cut off.`, { cause });
  }
  const result = exported.safeParse(json);
  if (!result.success || !result.data || !hasPosts(json))
    throw new ArchiveProblem(`${name} is JSON, but not an export of Ghost: it has no db[0].data.posts.`);
  return { tables: result.data.data, version: result.data.meta?.version };
}

function hasPosts(json: unknown): boolean {
  const { db, data } = json as { db?: { data?: object }[]; data?: object };
  return 'posts' in (db?.[0]?.data ?? data ?? {});
}

/** Returns the first of these columns that has a value, as text; '' if none has. Ids are numbers in old versions. */
export function textOf(row: GhostRow | undefined, ...names: string[]): string {
  for (const name of names) {
    const value = row?.[name];
    if (typeof value === 'string' && value.trim() !== '') return cleanText(value).text;
    if (typeof value === 'number') return String(value);
  }
  return '';
}

/** True if the column `name` of a row contains a set flag. Old versions write 1 instead of true. */
export function isSet(row: GhostRow, name: string): boolean {
  return row[name] === true || row[name] === 1 || row[name] === '1';
}
