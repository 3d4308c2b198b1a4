import { keptWords, removedWords } from '#shared/sample-words.ts';
import { isEmptyEngine } from '../../server/content-api/content-repository.ts';
import type { MediaStore } from '../../server/content-api/media/store.ts';
import type { Db } from '../../server/database/types.ts';
import { type Engine, openEngine } from '../archive/engine.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { createSample, type Removal, type Sample, tryRemoval } from '../sample/sample.ts';

/** `npm run studio -- sample add`. Exit code 1: nothing was added, because the site already has content. */
export async function add({ values }: Arguments<'sample add'>, context: Context) {
  if (values['dry-run']) {
    const isEmpty = await look(context, isEmptyEngine);
    context.say(isEmpty ? 'Sample content would be added. Nothing was changed.' : addedText(undefined));
    context.answer({ dryRun: true, isEmpty });
    return isEmpty ? 0 : 1;
  }
  const rows = await withSample(context, (sample) => sample.add());
  context.say(addedText(rows));
  context.answer({ dryRun: false, isEmpty: rows !== undefined, added: rows ?? 0 });
  return rows === undefined ? 1 : 0;
}

/** `npm run studio -- sample remove`. */
export async function remove({ values }: Arguments<'sample remove'>, context: Context) {
  const dryRun = values['dry-run'] === true;
  const removal: Removal = dryRun
    ? await look(context, tryRemoval)
    : await withSample(context, (sample) => sample.remove());
  context.say(removalText(removal, { dryRun }));
  context.answer({ dryRun, ...removal });
  return 0;
}

/** Passes the content to `use` for reading. Nothing is changed, and the server may be running. */
const look = <Result>(context: Context, use: (db: Db) => Promise<Result>) =>
  withEngine(context, true, ({ db }) => use(db));

/**
 * Passes the sample content to `use`. Rejects while another process uses the data folder. With DATABASE_URL,
 * processes on other machines may run; they invalidate their cached pages when `use` is done.
 */
const withSample = <Result>(context: Context, use: (sample: Sample) => Promise<Result>) =>
  withEngine(context, false, ({ db, media, tempDir }) => use(createSample(db, media as MediaStore, tempDir)));

async function withEngine<Result>(
  context: Context,
  dryRun: boolean,
  use: (engine: Engine) => Promise<Result>,
) {
  const { log, warn } = context;
  const engine = await openEngine(context.config(), { log, warn, dryRun });
  return use(engine).finally(engine.close);
}

/** Returns the message for the operator after sample content was added. */
export function addedText(rows: number | undefined) {
  return rows === undefined
    ? 'Nothing was added: there is already content, and sample content is only added to an empty site.'
    : `Added ${rows} rows of sample content. "npm run studio -- sample remove" removes them.`;
}

/** Returns the message for the operator after `remove`: the removed rows, and the rows that stay, with the reason. */
export function removalText({ removed, kept }: Removal, { dryRun = false } = {}) {
  const counts = removedWords(removed);
  return [
    counts
      ? `${dryRun ? 'Would remove' : 'Removed'} ${counts}, with their files.`
      : `There ${dryRun ? 'is' : 'was'} nothing to remove.`,
    ...kept.map((row) => `${dryRun ? 'Would keep' : 'Kept'} ${keptWords(row)}.`),
    dryRun ? 'Nothing was changed.' : 'Sample content will not be added automatically again.',
  ].join('\n');
}
