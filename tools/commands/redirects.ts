import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { textOf } from '#shared/desk-messages.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { readTextFile } from '#shared/text-file.ts';
import {
  addRedirects,
  deleteRedirect,
  exportFile,
  findByAddress,
  importFile,
  readAll,
} from '../../server/bff/redirects/store.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { StartError } from '../../server/errors.ts';
import type { Arguments } from '../cli/commands.ts';
import { type Context, withSiteDatabase } from '../cli/context.ts';

interface Options {
  /** UPSTREAM_MEDIA_PATHS: a redirect from a path of media is refused. */
  mediaPaths: readonly string[];
  dryRun: boolean;
}

/** Text for people, and a document for programs. `refused`: something was, and nothing was changed. */
interface Answer {
  lines: string[];
  json: unknown;
  refused?: boolean;
}

/**
 * `npm run studio -- redirects …`: manages the redirects of the site in DATA_DIR or DATABASE_URL. A running site
 * applies changes within seconds. An action that fails has changed nothing, and rejects with a StartError.
 */
function perform(action: (db: SiteDb, paths: readonly string[], options: Options) => Promise<Answer>) {
  return ({ paths, values }: Arguments<'redirects add'>, context: Context) =>
    withSiteDatabase(context, async (db, config) => {
      const dryRun = values['dry-run'] ?? false;
      const options = { mediaPaths: config.UPSTREAM_MEDIA_PATHS, dryRun };
      const { lines, json, refused } = await action(db, paths, options);
      context.answer(json);
      const say = refused && !context.isJson ? context.warn : context.say;
      for (const line of dryRun && !refused ? [...lines, 'Nothing was changed.'] : lines) say(line);
      return refused ? 1 : 0;
    });
}

export const list = perform(async (db) => {
  const all = await readAll(db);
  const lines = all.map(({ from, to, hits, source }) => `${from}  ->  ${to}  (${hits} hits, ${source})`);
  return { lines: all.length > 0 ? lines : ['There are no redirects.'], json: all };
});

export const add = perform(async (db, [from = '', to = ''], options) => {
  const { dryRun } = options;
  const result = await addRedirects(db, [{ from, to }], { ...options, source: 'command' });
  const leads = dryRun ? 'would lead' : 'leads';
  const lines = [
    ...result.added.map((each) => `${each.from} ${leads} to ${each.to} from now on.`),
    ...result.same.map((each) => `${each.from} leads to ${each.to} already.`),
    ...result.refused.map(({ field, reason }) => `${field.toUpperCase()}: ${reason}`),
  ];
  return { lines, json: { dryRun, ...result }, refused: result.refused.length > 0 };
});

export const remove = perform(async (db, [from = ''], { dryRun }) => {
  const known = await findByAddress(db, from);
  if (!known || !(dryRun || (await deleteRedirect(db, known.id))))
    throw new StartError(
      `There is no redirect for ${from}. "npm run studio -- redirects list" shows all of them.`,
    );
  const lines = [`${known.from} ${dryRun ? 'would no longer redirect' : 'no longer redirects'}.`];
  return { lines, json: { removed: known, dryRun } };
});

const importFrom = perform(async (db, [file = ''], options) => {
  const { size } = await stat(file);
  if (size > limits.redirectFile)
    throw new StartError(`${file} is larger than ${readableBytes(limits.redirectFile)}.`);
  const csv = readTextFile(await readFile(file));
  if (csv === undefined) throw new StartError(`${file}: ${textOf('file.encoding')}`);
  const result = await importFile(db, csv, { ...options, source: 'command' });
  const { added, changed, same, refused } = result;
  const bad = refused.map(({ line, field, reason }) => `Line ${line}${field ? `, ${field}` : ''}: ${reason}`);
  const counts = `${added.length} new, ${changed.length} with a new target, ${same.length} unchanged.`;
  return {
    lines: bad.length > 0 ? [...bad, 'Nothing was imported.'] : [counts],
    json: { dryRun: options.dryRun, ...result },
    refused: bad.length > 0,
  };
});

const exportTo = perform(async (db, [file = ''], { dryRun }) => {
  if (existsSync(file)) throw new StartError(`${file} already exists; it is left as it is.`);
  // The flag `wx` makes the write fail if the file exists.
  if (!dryRun) await writeFile(file, await exportFile(db), { flag: 'wx' });
  return { lines: [`${file} ${dryRun ? 'would be' : 'has been'} written.`], json: { file, dryRun } };
});

export { exportTo as export, importFrom as import };
