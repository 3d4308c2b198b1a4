import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearestName } from '#shared/near-miss.ts';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { namedOrigins } from '../../server/foreign-media/named-origins.ts';
import { type ImportResult, importArchive } from '../archive/import-archive.ts';
import { ArchiveProblem } from '../archive/problem.ts';
import { openArchive } from '../archive/read-archive.ts';
import type { ArchiveProgress, ArchiveSource, ArchiveTarget } from '../archive/source-and-target.ts';
import { writeArchive } from '../archive/write-archive.ts';
import type { Arguments, Values } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { commandsOf } from '../cli/parse.ts';
import { UsageError } from '../cli/usage-error.ts';
import { createProgress } from '../database/progress.ts';
import { readOnly } from '../moving/arguments.ts';
import { createEngineTarget } from '../moving/engine/engine-target.ts';
import { openToRead, openToWrite, refuseHost } from '../moving/engine.ts';
import { deliveredLater, openExports, refuseWithoutOrigins } from '../moving/exports.ts';
import { lookingFetcher, openFetcher } from '../moving/foreign.ts';
import { targetWithRedirects } from '../moving/redirects.ts';
import { temporaryFolder } from '../moving/temporary-folder.ts';

/** Options of an import, after parsing. */
interface Wishes {
  dryRun: boolean;
  replace: boolean;
  origins: MediaOrigins;
  noMedia: boolean;
}

/**
 * `npm run studio -- import FOLDER`, or `import FILE…` for export files of another product: imports an archive
 * (docs/archive.md) into the embedded engine, whose server must be stopped. Exit code 1: nothing was done, or the
 * import was interrupted; the same command then continues it. Exit code 2: the import is done, but rows or files are
 * missing or differ from the archive.
 */
export async function run({ paths, values }: Arguments<'import'>, context: Context): Promise<number> {
  await refuseMisspeltCommand(paths);
  const { replace = false, 'dry-run': dryRun = false, 'media-origin': named = [] } = values;
  const origins = namedOrigins(named, { allowPrivate: values['allow-private'] });
  const only = readOnly(values.only);
  refuseHost(context.config());
  const progress = createProgress(context.say);
  const look: ArchiveProgress = (what, done, of) => progress(what, 'looked at', done, of ?? done);
  const foreign = (await areFiles(paths)) ? await openFiles(paths, values, context) : undefined;
  const textBytes = context.config().UPLOAD_TEXT_MAX_BYTES;
  const archive = foreign
    ? undefined
    : await openArchive(onlyFolder(paths, values), { progress: look, textBytes });
  // True for a first dry run of export files, in which no `--media-origin` is given. Its report lists the origins of
  // the pictures, and only counts the pictures.
  const isFirstLook = dryRun && foreign !== undefined && named.length === 0;
  const wishes = { dryRun, replace, origins, noMedia: values['no-media'] === true || isFirstLook };
  const left: string[] = [];
  const taken = await withTarget(wishes, context, async (target, folder) =>
    importArchive(archive ?? (await archiveOf(foreign, join(folder, 'archive'), left)), target, {
      only,
      progress: (entity, done, of) => progress(entity, dryRun ? 'compared' : 'taken in', done, of ?? done),
    }),
  );
  taken.left.unshift(...left);
  context.answer({ ...(foreign ? { files: paths } : { folder: paths[0] }), dryRun, ...taken });
  if (!context.isJson) report(taken, dryRun, context);
  return taken.left.length > 0 || taken.remarks.length > 0 ? 2 : 0;
}

/** Refuses a first argument that does not exist and resembles the second word of a command, such as `import pul`. */
async function refuseMisspeltCommand([first = '']: readonly string[]): Promise<void> {
  const meant = nearestName(
    first,
    commandsOf('import').map((name) => name.replace('import ', '')),
  );
  if (meant && !(await stat(first).catch(() => undefined)))
    throw new UsageError(`${first} does not exist. Did you mean import ${meant}?`);
}

async function areFiles([first = '', ...more]: readonly string[]): Promise<boolean> {
  const found = await stat(first).catch(() => undefined);
  if (!found && more.length > 0) throw new ArchiveProblem(`${first} does not exist.`);
  return found?.isFile() === true;
}

/**
 * Opens export files of another product as a source that provides no bytes of pictures. Each picture is fetched when
 * its row is imported, so an interrupted import does not have to fetch again what is already stored.
 */
async function openFiles(
  files: readonly string[],
  values: Values<'import'>,
  { config, say, typed }: Context,
): Promise<ArchiveSource> {
  const source = await openExports(files, values, {
    say,
    textBytes: config().UPLOAD_TEXT_MAX_BYTES,
    media: async () => deliveredLater,
  });
  const { 'media-origin': named = [], 'no-media': noMedia = false } = values;
  if (!values['dry-run']) refuseWithoutOrigins(source, { named, noMedia, typed });
  return source;
}

function onlyFolder([folder = '', ...more]: readonly string[], values: Values<'import'>): string {
  const names = ['from', 'old-site', 'first-id'] as const;
  const option = names.find((name) => values[name] !== undefined);
  if (option) throw new ArchiveProblem(`--${option} is for export files, and ${folder} is not one.`);
  if (more.length > 0) throw new UsageError('The command takes one folder, or export files.');
  return folder;
}

/** Writes an archive from the source and opens it. Adds to `left` what could not be written to the archive. */
async function archiveOf(source: ArchiveSource | undefined, folder: string, left: string[]) {
  if (!source) throw new Error('archiveOf: nothing to read');
  const { leftOut } = await writeArchive(source, folder);
  left.push(...leftOut);
  return openArchive(folder);
}

/** Callback that gets the target of an import and a temporary folder, which is deleted afterwards. */
type UseTarget<Result> = (target: ArchiveTarget, folder: string) => Promise<Result>;

function withTarget<Result>(wishes: Wishes, context: Context, use: UseTarget<Result>): Promise<Result> {
  return wishes.dryRun ? withLookingTarget(wishes, context, use) : withWritingTarget(wishes, context, use);
}

async function withLookingTarget<Result>(
  { dryRun, replace, origins, noMedia }: Wishes,
  context: Context,
  use: UseTarget<Result>,
): Promise<Result> {
  const config = context.config();
  const { db, site, storage, close } = await openToRead(config, context.log, { empty: true });
  try {
    const target = createEngineTarget({ db, storage, replace, fetcher: lookingFetcher(origins), noMedia });
    const options = { mediaPaths: config.UPSTREAM_MEDIA_PATHS, dryRun, replace };
    return await use(
      site ? targetWithRedirects(target, { ...options, db: site }) : target,
      temporaryFolder(tmpdir(), 'studio-import'),
    );
  } finally {
    await close();
  }
}

async function withWritingTarget<Result>(
  { dryRun, replace, origins, noMedia }: Wishes,
  { config: load, log, warn }: Context,
  use: UseTarget<Result>,
): Promise<Result> {
  const config = load();
  const engine = await openToWrite(config, log, warn);
  const { db, site, storage, tempDir } = engine;
  const folder = temporaryFolder(tempDir, 'import');
  const fetcher = openFetcher(origins, { folder: join(folder, 'fetched'), config, log });
  try {
    const target = createEngineTarget({ db, storage, into: engine, replace, fetcher, noMedia });
    const options = { mediaPaths: config.UPSTREAM_MEDIA_PATHS, dryRun, replace, db: site };
    return await use(targetWithRedirects(target, options), folder);
  } finally {
    fetcher.close();
    await engine.purge();
    await engine.close();
  }
}

function report(
  { counts, left, remarks, notes = [] }: ImportResult,
  dryRun: boolean,
  context: Context,
): void {
  const { say, warn } = context;
  const heads = dryRun
    ? ['to add', 'same', 'to replace', 'conflict', 'refused']
    : ['added', 'same', 'replaced', 'conflict', 'refused'];
  say(`  ${''.padEnd(12)}${heads.map((head) => head.padStart(11)).join('')}`);
  for (const [entity, { added, same, replaced, conflict, refused }] of Object.entries(counts))
    say(
      `  ${entity.padEnd(12)}${[added, same, replaced, conflict, refused].map((count) => String(count).padStart(11)).join('')}`,
    );
  for (const note of notes) say(note);
  for (const each of [...left, ...remarks]) warn(each);
  const all = Object.values(counts);
  if (dryRun) say('Nothing was changed.');
  else if (all.every(({ added, replaced }) => added + replaced === 0)) say('Nothing had to be changed.');
}
