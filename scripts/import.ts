import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import { type Config, loadConfig } from '../server/config.ts';
import { StartError } from '../server/errors.ts';
import { namedOrigins } from '../server/foreign-media/named-origins.ts';
import type { ArchiveProgress, ArchiveSource, ArchiveTarget } from '../tools/archive/ends.ts';
import { ArchiveProblem } from '../tools/archive/problem.ts';
import { openArchive } from '../tools/archive/read-archive.ts';
import { type TakenIn, takeIn } from '../tools/archive/take-in.ts';
import { writeArchive } from '../tools/archive/write-archive.ts';
import { createProgress } from '../tools/database/progress.ts';
import { readOnly, readPaths } from '../tools/moving/arguments.ts';
import { createEngineTarget } from '../tools/moving/engine/engine-target.ts';
import { openToRead, openToWrite, refuseHost } from '../tools/moving/engine.ts';
import {
  comesLater,
  exportOptions,
  mediaOptions,
  openExports,
  refuseWithoutOrigins,
} from '../tools/moving/exports.ts';
import { lookingFetcher, openFetcher } from '../tools/moving/foreign.ts';
import { targetWithRedirects } from '../tools/moving/redirects.ts';
import { temporaryFolder } from '../tools/moving/temporary-folder.ts';

/**
 * `npm run import -- FOLDER`, or `-- FILE…` of another product's export: takes an archive (docs/archive.md) into the embedded engine, whose
 * server must be stopped. Exit code 1 when nothing was done, or it was broken off: the same again goes on. 2 when it is done, and rows or
 * files are not there as the archive has them.
 */
const usage = `Usage: npm run import -- FOLDER [--dry-run] [--replace] [--only posts,projects,…] [--media-origin URL]… [--allow-private] [--no-media] [--json]
       npm run import -- FILE…  [the same] [--from wordpress|ghost] [--old-site URL] [--first-id N]

Takes in an archive, or the export files of WordPress (XML) or Ghost (JSON).
Without --replace what is there under the same id with other content is left alone. With --dry-run nothing is changed.
Media that are named by an address are fetched from below the addresses of --media-origin only; --allow-private says that
their names may lead into a private network, or to this machine. With --no-media those that are elsewhere stay there, which is told in one line.
--old-site is the address that a Ghost site had; --first-id numbers its posts from there on.`;

const exportNames = ['from', 'old-site', 'first-id'] as const;

try {
  const { paths, values } = readPaths(
    process.argv.slice(2),
    {
      only: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      ...mediaOptions,
      json: { type: 'boolean', default: false },
      ...exportOptions,
    },
    usage,
  );
  const { json, replace, 'dry-run': dryRun, 'allow-private': allowPrivate, 'no-media': noMedia } = values;
  const origins = namedOrigins(values['media-origin'], { allowPrivate });
  const only = readOnly(values.only);
  const say = (text: string) => json || console.log(text);
  const config = loadConfig();
  refuseHost(config);
  const progress = createProgress(say);
  const look: ArchiveProgress = (what, done, of) => progress(what, 'looked at', done, of ?? done);
  const textBytes = config.UPLOAD_TEXT_MAX_BYTES;
  const foreign = (await areFiles(paths)) ? await openFiles(paths) : undefined;
  const archive = foreign ? undefined : await openArchive(onlyFolder(paths), { progress: look, textBytes });
  const left: string[] = [];
  // A first look at an export says below which origins its pictures are; each by itself would tell nobody more.
  const isFirstLook = dryRun && foreign !== undefined && values['media-origin'].length === 0;
  const wishes = { dryRun, replace, origins, noMedia: noMedia || isFirstLook };
  const taken = await withTarget(config, wishes, async (target, folder) =>
    takeIn(archive ?? (await archiveOf(foreign, join(folder, 'archive'), left)), target, {
      only,
      progress: (entity, done, of) => progress(entity, dryRun ? 'compared' : 'taken in', done, of ?? done),
    }),
  );
  taken.left.unshift(...left);
  if (json)
    console.log(JSON.stringify({ ...(foreign ? { files: paths } : { folder: paths[0] }), dryRun, ...taken }));
  else report(taken, dryRun);
  if (taken.left.length > 0 || taken.remarks.length > 0) process.exitCode = 2;

  /** Export files as a source without bytes: pictures come with their rows, so that an import that is cut off has them already. */
  async function openFiles(files: readonly string[]): Promise<ArchiveSource> {
    const media = async () => comesLater;
    const source = await openExports(files, values, { say, textBytes, media });
    if (!dryRun) refuseWithoutOrigins(source, { named: values['media-origin'], noMedia }, 'import');
    return source;
  }

  function onlyFolder([folder = '', ...more]: readonly string[]): string {
    const [option] = exportNames.filter((name) => values[name] !== undefined);
    if (option) throw new ArchiveProblem(`--${option} is for export files, and ${folder} is none.`);
    if (more.length > 0) throw new ArchiveProblem(usage);
    return folder;
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

async function areFiles([first = '', ...more]: readonly string[]): Promise<boolean> {
  const found = await stat(first).catch(() => undefined);
  if (!found && more.length > 0) throw new ArchiveProblem(`${first} is not there.`);
  return found?.isFile() === true;
}

/** What is left out of it is told in `left`. */
async function archiveOf(source: ArchiveSource | undefined, folder: string, left: string[]) {
  if (!source) throw new Error('archiveOf: nothing to read');
  const { leftOut } = await writeArchive(source, folder);
  left.push(...leftOut);
  return openArchive(folder);
}

/** `use` is given a folder that goes in the end. */
async function withTarget<Result>(
  config: Config,
  {
    dryRun,
    replace,
    origins,
    noMedia,
  }: { dryRun: boolean; replace: boolean; origins: MediaOrigins; noMedia: boolean },
  use: (target: ArchiveTarget, folder: string) => Promise<Result>,
): Promise<Result> {
  const log = pino({ level: 'warn' }, process.stderr);
  const redirects = { mediaPaths: config.UPSTREAM_MEDIA_PATHS, dryRun, replace };
  if (dryRun) {
    const { db, site, storage, close } = await openToRead(config, log, { empty: true });
    try {
      const target = createEngineTarget({ db, storage, replace, fetcher: lookingFetcher(origins), noMedia });
      return await use(
        site ? targetWithRedirects(target, { ...redirects, db: site }) : target,
        temporaryFolder(tmpdir(), 'studio-import'),
      );
    } finally {
      await close();
    }
  }
  const engine = await openToWrite(config, log, (text) => console.warn(text));
  const { db, site, storage, tempDir } = engine;
  const folder = temporaryFolder(tempDir, 'import');
  const fetcher = openFetcher(origins, { folder: join(folder, 'fetched'), config, log });
  try {
    const target = createEngineTarget({ db, storage, into: engine, replace, fetcher, noMedia });
    return await use(targetWithRedirects(target, { ...redirects, db: site }), folder);
  } finally {
    fetcher.close();
    await engine.purge();
    await engine.close();
  }
}

function report({ counts, left, remarks, notes = [] }: TakenIn, dryRun: boolean): void {
  const heads = dryRun
    ? ['to add', 'same', 'to replace', 'conflict', 'refused']
    : ['added', 'same', 'replaced', 'conflict', 'refused'];
  console.log(`  ${''.padEnd(12)}${heads.map((head) => head.padStart(11)).join('')}`);
  for (const [entity, { added, same, replaced, conflict, refused }] of Object.entries(counts))
    console.log(
      `  ${entity.padEnd(12)}${[added, same, replaced, conflict, refused].map((count) => String(count).padStart(11)).join('')}`,
    );
  for (const note of notes) console.log(note);
  for (const each of [...left, ...remarks]) console.error(each);
  const all = Object.values(counts);
  if (dryRun) console.log('Nothing was changed.');
  else if (all.every(({ added, replaced }) => added + replaced === 0))
    console.log('Nothing had to be changed.');
}
