import { openStorage } from '../../server/content-api/media/open-storage.ts';
import { namedOrigins } from '../../server/foreign-media/origins.ts';
import { readContent, refuseHost } from '../archive/engine.ts';
import { countsOf } from '../archive/format.ts';
import { openMovingHost } from '../archive/host/calls.ts';
import { hostSource } from '../archive/host/host-source.ts';
import { isWanted, readOnly } from '../archive/nouns.ts';
import { type ContentSource, engineSource, writeFolder } from '../archive/write-folder.ts';
import type { Arguments } from '../cli/commands.ts';
import { type Context, onFullDisk } from '../cli/context.ts';
import { createProgress } from '../terminal.ts';

/** `npm run studio -- export FOLDER`: writes the content of the embedded engine into an archive. The site may be running. */
export async function run({ paths: [folder = ''], values }: Arguments<'export'>, context: Context) {
  const config = context.config();
  refuseHost(config);
  return readContent(config, async (tables) => {
    const storage = await openStorage(config, context.log);
    try {
      const madeBy = `studio-site ${await context.version()}`;
      const source = engineSource(tables, storage, { madeBy, address: config.PUBLIC_URL?.href ?? null });
      return await writeArchive(source, folder, values, context);
    } finally {
      storage.close();
    }
  });
}

/**
 * Writes an archive (docs/archive.md) from a source, or says what would be in it. Returns the exit code: 2 if something
 * is missing from the archive, or differs in it.
 */
async function writeArchive(
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
  const written = await writeFolder(source, folder, {
    only,
    progress: (table, done) => progress(table, 'written', done),
  }).catch(onFullDisk([folder], 'The same command continues with the existing files.'));
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

/** `npm run studio -- import pull FOLDER`: writes the content of the API host into an archive. */
export async function pull({ paths: [folder = ''], values }: Arguments<'import pull'>, context: Context) {
  const { environment, isJson, say, warn } = context;
  const { calls, map, fetch, close } = await openMovingHost({
    email: values.email,
    silent: isJson,
    say: isJson ? warn : say,
    environment,
    origins: namedOrigins(values['media-origin'] ?? [], { allowPrivate: values['allow-private'] }),
  });
  try {
    const source = hostSource(calls, map, { madeBy: `studio-site ${await context.version()}`, fetch });
    return await writeArchive(source, folder, values, context);
  } finally {
    await close();
  }
}
