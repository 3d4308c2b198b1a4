import { join } from 'node:path';
import { keptWords, removedWords } from '#shared/sample-words.ts';
import { openStorage } from '../../server/content-api/media/storage/open-storage.ts';
import { createMediaStore } from '../../server/content-api/media/store.ts';
import { openDataDir } from '../../server/data-dir.ts';
import { openDatabases } from '../../server/database/databases.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { createSample, type Removal, type Sample } from '../sample/sample.ts';

/** `npm run studio -- sample add`. Exit code 1: nothing was added, because the site already has content. */
export async function add(_args: Arguments<'sample add'>, context: Context): Promise<number> {
  const rows = await withSample(context, (sample) => sample.add());
  context.say(
    rows === undefined
      ? 'Nothing was added: there is already content, and sample content is only added to an empty site.'
      : `Added ${rows} rows of sample content. "npm run studio -- sample remove" removes them.`,
  );
  context.answer({ isEmpty: rows !== undefined, added: rows ?? 0 });
  return rows === undefined ? 1 : 0;
}

/** `npm run studio -- sample remove`. */
export async function remove(_args: Arguments<'sample remove'>, context: Context): Promise<number> {
  const removal = await withSample(context, (sample) => sample.remove());
  for (const line of removalLines(removal)) context.say(line);
  context.answer(removal);
  return 0;
}

/** Says what was removed, and which rows stay, with the reason. */
export function removalLines({ removed, kept }: Removal) {
  const counts = removedWords(removed);
  return [
    counts ? `Removed ${counts}, with their files.` : 'There was nothing to remove.',
    ...kept.map((row) => `Kept ${keptWords(row)}.`),
    'Sample content will not be added automatically again.',
  ];
}

/**
 * Passes the sample content to `use`. Rejects while another process uses the data folder. With DATABASE_URL,
 * processes on other machines may run; they invalidate their cached pages when `use` is done.
 */
async function withSample<Result>(context: Context, use: (sample: Sample) => Promise<Result>) {
  const config = context.config();
  const dataDir = await openDataDir(config.DATA_DIR, context.warn);
  const closing: (() => Promise<void>)[] = [dataDir.release];
  try {
    const databases = await openDatabases(config, context.log);
    closing.push(databases.close);
    const db = await databases.openContent();
    const media = createMediaStore(db, await openStorage(config, context.log), context.log);
    const result = await use(createSample(db, media, join(config.DATA_DIR, 'tmp', 'engine')));
    await databases.signals.publish('purge');
    return result;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
