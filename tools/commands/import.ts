import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { namedOrigins } from '../../server/foreign-media/origins.ts';
import { openEngine, refuseHost } from '../archive/engine.ts';
import { openFetcher } from '../archive/fetcher.ts';
import { ArchiveProblem, manifestName } from '../archive/format.ts';
import { type ImportResult, importArchive } from '../archive/import-archive.ts';
import { readOnly } from '../archive/nouns.ts';
import { openArchive } from '../archive/read-folder.ts';
import { openForeignExport } from '../archive/readers/open-foreign-export.ts';
import { temporaryFolder } from '../archive/temporary-folder.ts';
import { writeFolder } from '../archive/write-folder.ts';
import { type Arguments, UsageError, type Values } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { createProgress } from '../terminal.ts';

export { pull } from './export.ts';

/**
 * `npm run studio -- import FOLDER`, or `import FILE…` for export files of another product: imports an archive
 * (docs/archive.md) into the embedded engine, whose server must be stopped. Exit code 1: nothing was done, or the
 * import was interrupted; the same command then continues it. Exit code 2: the import is done, but rows or files are
 * missing or differ from the archive.
 */
export async function run({ paths, values }: Arguments<'import'>, context: Context) {
  const { replace = false, 'dry-run': dryRun = false, 'no-media': noMedia = false } = values;
  const only = readOnly(values.only);
  const { log, say, warn, answer, isJson } = context;
  const config = context.config();
  refuseHost(config);
  const archived = await archiveOf(paths, values, context);
  // Before the engine, which makes a site where there is none: a refused archive leaves nothing behind.
  const archive = await openArchive(archived.folder, {
    scratch: temporaryFolder(tmpdir(), 'studio-import'),
    log,
    textBytes: config.UPLOAD_TEXT_MAX_BYTES,
  });
  await using closing = new AsyncDisposableStack();
  closing.defer(archive.close);
  const engine = await openEngine(config, { log, warn, dryRun });
  closing.defer(engine.close);
  const progress = createProgress(say);
  const result = await importArchive(archive, engine, {
    replace,
    dryRun,
    only,
    mediaPaths: config.UPSTREAM_MEDIA_PATHS,
    progress: (name, done) => progress(name, dryRun ? 'compared' : 'taken in', done),
  });
  result.left.unshift(...archived.leftOut);
  answer({ ...(archived.isForeign ? { files: paths } : { folder: paths[0] }), dryRun, ...result });
  const isMeant = noMedia || (archived.isForeign && dryRun);
  if (!isJson) report(result, { dryRun, isMeant }, context);
  await archived.done();
  return result.left.length > 0 || (result.missing.length > 0 && !isMeant) ? 2 : 0;
}

/**
 * Returns the folder of the archive. Export files of another product are written into one first, which stays until the
 * import is done: so the same command continues with the pictures that it has.
 */
async function archiveOf(paths: readonly string[], values: Values<'import'>, context: Context) {
  const [first = '', ...more] = paths;
  const found = await stat(first).catch(() => undefined);
  if (!found && more.length > 0) throw new ArchiveProblem(`${first} does not exist.`);
  if (!found?.isFile()) {
    const names = ['old-site', 'media-origin'] as const;
    const option = names.find((name) => values[name] !== undefined);
    if (option) throw new ArchiveProblem(`--${option} is for export files, and ${first} is not one.`);
    if (more.length > 0) throw new UsageError('The command takes one folder, or export files.');
    return { folder: first, isForeign: false, leftOut: [], done: async () => {} };
  }
  return convert(paths, values, context);
}

/**
 * Writes an archive from export files of another product. Says what they contain, what will be different here, and from
 * which origins their pictures come. Rejects with ArchiveProblem, also if pictures have an origin and the operator has
 * named none: an export may contain the address of any machine, so nothing is fetched without consent.
 */
async function convert(files: readonly string[], values: Values<'import'>, { say, ...context }: Context) {
  const { 'media-origin': named = [], 'no-media': noMedia, 'dry-run': dryRun } = values;
  const config = context.config();
  const origins = namedOrigins(named, { allowPrivate: values['allow-private'] });
  const fetcher = openFetcher(origins, { config });
  try {
    const source = await openForeignExport(files, {
      oldSite: values['old-site'],
      textBytes: config.UPLOAD_TEXT_MAX_BYTES,
      fetch: noMedia || dryRun ? async () => ({ refused: 'comes later', later: true }) : fetcher.fetch,
    });
    const { madeBy, address, lines, notes } = source;
    for (const line of [`${madeBy}, ${address}`, ...lines.map((each) => `  ${each}`), ...notes]) say(line);
    for (const { origin, length } of source.origins) say(`Pictures below ${origin}: ${length}`);
    if (!dryRun && source.origins.length > 0 && named.length === 0 && !noMedia)
      throw new ArchiveProblem(
        'Nothing was written. Name those of these origins from which pictures may be fetched, each by --media-origin URL, or add --no-media.',
      );
    const folder = dryRun
      ? temporaryFolder(tmpdir(), 'studio-import')
      : await folderFor(files, values, config.DATA_DIR);
    const { leftOut } = await writeFolder(source, folder);
    return { folder, isForeign: true, leftOut, done: () => rm(folder, { recursive: true, force: true }) };
  } finally {
    fetcher.close();
  }
}

/** Returns a folder that is the same for the same files, and without a manifest, so that it is written anew. */
async function folderFor(paths: readonly string[], values: Values<'import'>, dataDir: string) {
  const source = JSON.stringify([paths.map((path) => resolve(path)), values['old-site']]);
  const folder = join(dataDir, 'tmp', `import-${hash('sha256', source, 'hex').slice(0, 16)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (existsSync(join(folder, manifestName))) await rm(folder, { recursive: true });
  return folder;
}

const outcomes = ['added', 'same', 'replaced', 'conflict', 'refused'] as const;

function report(
  { counts, left, missing }: ImportResult,
  { dryRun, isMeant }: { dryRun: boolean; isMeant: boolean },
  { say, warn }: Context,
) {
  const line = (name: string, cells: readonly (string | number)[]) =>
    say(`  ${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(11)).join('')}`);
  line('', dryRun ? ['to add', 'same', 'to replace', 'conflict', 'refused'] : outcomes);
  for (const [name, of] of Object.entries(counts))
    line(
      name,
      outcomes.map((outcome) => of[outcome]),
    );
  // Rows may name the same file.
  const files = new Set(missing.map((each) => each.slice(each.indexOf(': '))));
  if (files.size > 0 && isMeant)
    say(
      `Files that ${dryRun ? 'were not looked for' : 'stay where they are'}, since nothing is fetched: ${files.size}`,
    );
  for (const each of [...left, ...(isMeant ? [] : missing)]) warn(each);
  const isChanged = Object.values(counts).some(({ added, replaced }) => added + replaced > 0);
  if (dryRun) say('Nothing was changed.');
  else if (!isChanged) say('Nothing had to be changed.');
}
