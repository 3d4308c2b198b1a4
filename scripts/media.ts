import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { readableBytes } from '#shared/limits.ts';
import { ConfigError, loadConfig } from '../server/config.ts';
import { openFolders } from '../server/content-api/media/storage/folder-storage.ts';
import { openBucketOf } from '../server/content-api/media/storage/open-storage.ts';
import { lockDataDir } from '../server/data-dir.ts';
import { StartError } from '../server/errors.ts';
import { moveFiles } from '../tools/move-media.ts';

/**
 * `npm run media -- move --to bucket | --to folder [--dry-run]`: copies media and CVs from DATA_DIR into the bucket of MEDIA_URL, or back.
 * Every copy is read back and compared; what is there already is compared only, so it can be run again. The source stays as it is.
 * Exit code 1 when not everything is there.
 */
const usage = 'Usage: npm run media -- move --to bucket | --to folder [--dry-run]';
/** A line of progress at most so often, in milliseconds. */
const progressMs = 5_000;

try {
  const { to, dryRun } = readArguments();
  const config = loadConfig();
  if (!config.MEDIA_URL) throw new ConfigError(['  MEDIA_URL: must be set: it is one of the two ends']);
  const dataDir = await lockDataDir(config.DATA_DIR);
  try {
    const log = pino({ level: 'silent' });
    const ends = { bucket: await openBucketOf(config, log), folder: await openFolders(config.DATA_DIR) };
    const [from, target] = to === 'bucket' ? [ends.folder, ends.bucket] : [ends.bucket, ends.folder];
    const names = { bucket: 'the bucket of MEDIA_URL', folder: config.DATA_DIR };
    console.log(`From ${names[to === 'bucket' ? 'folder' : 'bucket']} to ${names[to]}.`);
    console.log(
      'Every process that uses that bucket must be stopped: only one that uses this DATA_DIR is noticed.',
    );
    const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(tempDir, 'media-'));
    try {
      let shown = performance.now();
      const moved = await moveFiles(from, target, folder, {
        dryRun,
        onFile({ done, of, bytes }) {
          if (performance.now() - shown < progressMs) return;
          shown = performance.now();
          console.log(`${done} of ${of} files, ${readableBytes(bytes)}`);
        },
      });
      const { files, bytes, copied, there, problems } = moved;
      for (const problem of problems) console.error(problem);
      const whole = `${files} files, ${readableBytes(bytes)}`;
      if (dryRun)
        console.log(
          `${whole}: ${copied} would be copied, ${there} are there by their size. Nothing was done.`,
        );
      else if (problems.length === 0)
        console.log(
          `${whole}: ${copied} copied, ${there} were there; each was read back and is the same. The source is untouched.\n` +
            (to === 'bucket' ? 'Start with MEDIA_URL.' : 'Start without MEDIA_URL.'),
        );
      if (problems.length > 0) {
        console.error(
          `${problems.length} files are not there. Run it again: what is there is only compared.`,
        );
        process.exitCode = 1;
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
      ends.bucket.close();
    }
  } finally {
    await dataDir.release();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

function readArguments(): { to: 'bucket' | 'folder'; dryRun: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
    const { to } = values;
    if (positionals.length === 1 && positionals[0] === 'move' && (to === 'bucket' || to === 'folder'))
      return { to, dryRun: values['dry-run'] };
  } catch {
    // An option that is none: told in the same way.
  }
  throw new StartError(usage);
}
