import pino from 'pino';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { ArchiveTarget } from '../server/archive/ends.ts';
import { openArchive } from '../server/archive/read-archive.ts';
import { type TakenIn, takeIn } from '../server/archive/take-in.ts';
import { type Config, loadConfig } from '../server/config.ts';
import { createEngineTarget } from '../server/content-api/moving/engine-target.ts';
import { StartError } from '../server/errors.ts';
import { namedOrigins } from '../server/foreign-media/named-origins.ts';
import { readArguments, readOnly } from './archive/arguments.ts';
import { openToRead, openToWrite, refuseHost } from './archive/engine.ts';
import { lookingFetcher, openFetcher } from './archive/foreign.ts';
import { targetWithRedirects } from './archive/redirects.ts';
import { createProgress } from './database/progress.ts';

/**
 * `npm run import -- FOLDER [--dry-run] [--replace] [--only posts,…] [--media-origin URL] [--allow-private] [--json]`: takes an archive (docs/archive.md) into
 * the embedded engine, whose server must be stopped. Exit code 1 when nothing was done, or it was broken off: the same again goes on. 2 when it is
 * done, and rows or files are not there as the archive has them.
 */
const usage = `Usage: npm run import -- FOLDER [--dry-run] [--replace] [--only posts,projects,…] [--media-origin URL]… [--allow-private] [--json]

Without --replace what is there under the same id with other content is left alone. With --dry-run nothing is changed.
Media that the archive names by an address and does not hold are fetched from below the addresses of --media-origin only;
--allow-private says that these may lead into a private network, or to this machine.`;

try {
  const { folder, values } = readArguments(
    process.argv.slice(2),
    {
      only: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'allow-private': { type: 'boolean', default: false },
      'media-origin': { type: 'string', multiple: true, default: [] as string[] },
      json: { type: 'boolean', default: false },
    },
    usage,
  );
  const { json, replace, 'dry-run': dryRun, 'allow-private': allowPrivate } = values;
  const origins = namedOrigins(values['media-origin'], { allowPrivate });
  const only = readOnly(values.only);
  const say = (text: string) => json || console.log(text);
  const config = loadConfig();
  refuseHost(config);
  const progress = createProgress(say);
  const archive = await openArchive(folder, (what, done, of) =>
    progress(what, 'looked at', done, of ?? done),
  );
  const taken = await withTarget(config, { dryRun, replace, origins }, (target) =>
    takeIn(archive, target, {
      only,
      progress: (entity, done, of) => progress(entity, dryRun ? 'compared' : 'taken in', done, of ?? done),
    }),
  );
  if (json) console.log(JSON.stringify({ folder, dryRun, ...taken }));
  else report(taken, dryRun);
  if (taken.left.length > 0 || taken.remarks.length > 0) process.exitCode = 2;
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

async function withTarget<Result>(
  config: Config,
  { dryRun, replace, origins }: { dryRun: boolean; replace: boolean; origins: MediaOrigins },
  use: (target: ArchiveTarget) => Promise<Result>,
): Promise<Result> {
  const log = pino({ level: 'warn' }, process.stderr);
  const redirects = { mediaPaths: config.UPSTREAM_MEDIA_PATHS, dryRun, replace };
  if (dryRun) {
    const { db, site, storage, close } = await openToRead(config, log, { empty: true });
    try {
      const target = createEngineTarget({ db, storage, replace, fetcher: lookingFetcher(origins) });
      return await use(site ? targetWithRedirects(target, { ...redirects, db: site }) : target);
    } finally {
      await close();
    }
  }
  const engine = await openToWrite(config, log, (text) => console.warn(text));
  const { db, site, storage } = engine;
  const fetching = await openFetcher(origins, config, log);
  try {
    const target = createEngineTarget({ db, storage, into: engine, replace, fetcher: fetching.fetcher });
    return await use(targetWithRedirects(target, { ...redirects, db: site }));
  } finally {
    await fetching.close();
    await engine.purge();
    await engine.close();
  }
}

function report({ counts, left, remarks }: TakenIn, dryRun: boolean): void {
  const heads = dryRun
    ? ['to add', 'same', 'to replace', 'conflict', 'refused']
    : ['added', 'same', 'replaced', 'conflict', 'refused'];
  console.log(`  ${''.padEnd(12)}${heads.map((head) => head.padStart(11)).join('')}`);
  for (const [entity, { added, same, replaced, conflict, refused }] of Object.entries(counts))
    console.log(
      `  ${entity.padEnd(12)}${[added, same, replaced, conflict, refused].map((count) => String(count).padStart(11)).join('')}`,
    );
  for (const each of [...left, ...remarks]) console.error(each);
  const all = Object.values(counts);
  if (dryRun) console.log('Nothing was changed.');
  else if (all.every(({ added, replaced }) => added + replaced === 0))
    console.log('Nothing had to be changed.');
}
