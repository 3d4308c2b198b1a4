import type { Manifest } from '../archive/format.ts';
import { isWanted } from '../archive/nouns.ts';
import type { ContentSource } from '../archive/source.ts';
import type { WrittenFolder } from '../archive/write-folder.ts';
import type { Context } from '../cli/context.ts';

type Counts = Record<string, number>;

/** Returns the number of rows of each table of a source, before an archive is written. */
export async function countRows(source: ContentSource, only: readonly string[] | undefined) {
  const counts: Counts = {};
  for await (const { table } of source.rows())
    if (isWanted(table, only)) counts[table] = (counts[table] ?? 0) + 1;
  return counts;
}

export function rowCounts({ tables }: Manifest) {
  return Object.fromEntries(Object.entries(tables).map(([table, { rows }]) => [table, rows]));
}

/** Returns one line of text for each table. */
export function countLines(counts: Counts) {
  return Object.entries(counts).map(([table, rows]) => `  ${table.padEnd(24)} ${String(rows).padStart(9)}`);
}

/** Returns the number of files in an archive, other than those of rows. */
export function filesIn({ files }: Manifest) {
  return files.filter(({ path }) => !path.startsWith('rows/')).length;
}

export function reportWritten(
  folder: string,
  { manifest, leftOut, kept }: WrittenFolder,
  { say, warn }: Context,
) {
  for (const line of countLines(rowCounts(manifest))) say(line);
  say(`${folder}: ${filesIn(manifest)} files${kept > 0 ? `, ${kept} of them from an interrupted run` : ''}.`);
  say('It contains what visitors have written, and the CVs of applicants: protect it like the site itself.');
  for (const each of leftOut) warn(`Not in it: ${each}`);
}
