import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { readableBytes } from '#shared/limits.ts';
import { type Config, ConfigError } from '../../server/config.ts';
import { openFolders } from '../../server/content-api/media/storage/folder-storage.ts';
import { openBucketOf } from '../../server/content-api/media/storage/open-storage.ts';
import { lockDataDir } from '../../server/data-dir.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/usage-error.ts';
import { type Moved, moveFiles } from './move-media.ts';

/** Least time between two progress messages, in milliseconds. */
const progressMs = 5_000;

type Target = 'bucket' | 'folder';

/**
 * `npm run studio -- media move`: copies media and CVs from DATA_DIR into the bucket of MEDIA_URL, or from the bucket
 * back. Exit code 1: at least one file is missing in the target.
 */
export async function run({ values }: Arguments<'media move'>, context: Context) {
  const { to, 'dry-run': dryRun = false } = values;
  if (to !== 'bucket' && to !== 'folder')
    throw new UsageError('Name the target: --to bucket or --to folder.');
  const config = context.config();
  if (!config.MEDIA_URL)
    throw new ConfigError(['  MEDIA_URL: must be set: the bucket is the source or the target']);
  const dataDir = await lockDataDir(config.DATA_DIR);
  try {
    const moved = await move(config, { to, dryRun }, context);
    report(moved, { to, dryRun }, context);
    return moved.problems.length > 0 ? 1 : 0;
  } finally {
    await dataDir.release();
  }
}

async function move(config: Config, { to, dryRun }: { to: Target; dryRun: boolean }, { say }: Context) {
  const bucket = await openBucketOf(config, pino({ level: 'silent' }));
  const folder = await openFolders(config.DATA_DIR);
  const [from, target] = to === 'bucket' ? [folder, bucket] : [bucket, folder];
  const names = { bucket: 'the bucket of MEDIA_URL', folder: config.DATA_DIR };
  say(`From ${names[to === 'bucket' ? 'folder' : 'bucket']} to ${names[to]}.`);
  say(
    'Every process that uses that bucket must be stopped: the command only detects one that uses this DATA_DIR.',
  );
  const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(join(tempDir, 'media-'));
  let shown = performance.now();
  try {
    return await moveFiles(from, target, staging, {
      dryRun,
      onFile({ done, of, bytes }) {
        if (performance.now() - shown < progressMs) return;
        shown = performance.now();
        say(`${done} of ${of} files, ${readableBytes(bytes)}`);
      },
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
    bucket.close();
  }
}

function report(moved: Moved, { to, dryRun }: { to: Target; dryRun: boolean }, context: Context) {
  const { files, bytes, copied, there, problems } = moved;
  const { say, warn, answer } = context;
  for (const problem of problems) warn(problem);
  const whole = `${files} files, ${readableBytes(bytes)}`;
  if (dryRun)
    say(`${whole}: ${copied} would be copied, ${there} exist with the same size. Nothing was changed.`);
  else if (problems.length === 0) {
    say(
      `${whole}: ${copied} copied, ${there} already existed; each was read back and is the same. The source is unchanged.`,
    );
    say(to === 'bucket' ? 'Start with MEDIA_URL.' : 'Start without MEDIA_URL.');
  }
  if (problems.length > 0)
    warn(`${problems.length} files are missing. Run it again: existing files are only compared.`);
  answer({ dryRun, to, ...moved });
}
