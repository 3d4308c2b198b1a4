import { countsOf } from '../archive/format.ts';
import { isWanted, readOnly } from '../archive/nouns.ts';
import { type ContentSource, writeFolder } from '../archive/write-folder.ts';
import type { Context } from '../cli/context.ts';
import { withFullDiskText } from '../full-disk.ts';
import { createProgress } from '../terminal.ts';

/**
 * Writes an archive (docs/archive.md) from a source, or says what would be in it. Returns the exit code: 2 if something
 * is missing from the archive, or differs in it.
 */
export async function writeArchive(
  source: ContentSource,
  folder: string,
  values: { only?: string; 'dry-run'?: boolean },
  { say, warn, answer, isJson }: Context,
) {
  const only = readOnly(values.only);
  const { remarks = [], notes = [] } = source;
  const sayCounts = (counts: Record<string, number>) => {
    for (const [table, rows] of Object.entries(counts))
      say(`  ${table.padEnd(24)} ${String(rows).padStart(9)}`);
  };
  if (values['dry-run']) {
    const counts = (await source.counts?.(only)) ?? (await countRows(source, only));
    sayCounts(counts);
    for (const note of notes) say(note);
    say('Nothing was written.');
    answer({ dryRun: true, folder, counts, notes });
    return 0;
  }
  // With --json, progress goes to standard error: standard output is for the document.
  const progress = createProgress(isJson ? warn : say);
  const written = await withFullDiskText(
    () =>
      writeFolder(source, folder, {
        only,
        progress: (table, done) => progress(table, 'written', done),
      }),
    { folders: [folder], after: 'The same command continues with the existing files.' },
  );
  const { tables } = written.manifest;
  const counts = Object.fromEntries(Object.entries(tables).map(([table, { rows }]) => [table, rows]));
  const { files } = countsOf(written.manifest);
  const { kept } = written;
  const leftOut = [...written.leftOut, ...remarks];
  answer({ dryRun: false, folder, counts, files, kept, leftOut, notes });
  sayCounts(counts);
  say(`${folder}: ${files} files${kept > 0 ? `, ${kept} of them from an interrupted run` : ''}.`);
  say('It contains what visitors have written, and the CVs of applicants: protect it like the site itself.');
  for (const note of notes) say(note);
  for (const each of leftOut) warn(`Not in it, or different: ${each}`);
  return leftOut.length > 0 ? 2 : 0;
}

/** Returns the number of rows of each table of a source. */
async function countRows(source: ContentSource, only: readonly string[] | undefined) {
  const counts: Record<string, number> = {};
  for await (const { table } of source.rows())
    if (isWanted(table, only)) counts[table] = (counts[table] ?? 0) + 1;
  return counts;
}
