import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits, readableBytes } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import { addRedirects } from '../server/bff/redirects/add-redirects.ts';
import { exportFile, importFile } from '../server/bff/redirects/redirect-file.ts';
import { deleteRedirect, findByAddress, readAfter } from '../server/bff/redirects/store.ts';
import type { SiteDb } from '../server/database/site-types.ts';

interface RedirectOptions {
  /** UPSTREAM_MEDIA_PATHS. */
  mediaPaths: readonly string[];
  dryRun: boolean;
}

/** What came of a command: for people, and for programs. */
interface RedirectAnswer {
  lines: string[];
  json: unknown;
  /** False when something was refused, and so nothing was done. */
  ok: boolean;
}

export const usage = `npm run redirects -- list
npm run redirects -- add FROM TO
npm run redirects -- remove FROM
npm run redirects -- import FILE.csv [--dry-run]
npm run redirects -- export FILE.csv

FROM and TO are paths of this site: add /2019/05/our-post /view-blog/7
With --json the answer is one line of JSON.`;

/** Runs one command, whether the site runs or not. Rejects with an Error in words; nothing has changed then. */
export async function runRedirects(
  command: string,
  given: readonly string[],
  db: SiteDb,
  options: RedirectOptions,
): Promise<RedirectAnswer> {
  const [first, second, ...more] = given;
  if (more.length > 0) throw new Error(usage);
  if (command === 'list' && first === undefined) return list(db);
  if (command === 'add' && first !== undefined && second !== undefined)
    return add(db, first, second, options);
  if (first === undefined || second !== undefined) throw new Error(usage);
  if (command === 'remove') return remove(db, first);
  if (command === 'import') return take(db, first, options);
  if (command === 'export') return give(db, first);
  throw new Error(usage);
}

async function list(db: SiteDb): Promise<RedirectAnswer> {
  const all: Redirect[] = [];
  for (;;) {
    const some = await readAfter(db, all.at(-1)?.id ?? 0, 1_000);
    if (some.length === 0) break;
    all.push(...some);
  }
  const lines = all.map(({ from, to, hits, source }) => `${from}  ->  ${to}  (${hits} hits, ${source})`);
  return { lines: all.length > 0 ? lines : ['There are no redirects.'], json: all, ok: true };
}

async function add(db: SiteDb, from: string, to: string, options: RedirectOptions): Promise<RedirectAnswer> {
  const result = await addRedirects(db, [{ from, to }], { ...options, source: 'command' });
  const lines = [
    ...result.added.map((each) => `${each.from} leads to ${each.to} from now on.`),
    ...result.same.map((each) => `${each.from} leads to ${each.to} already.`),
    ...result.refused.map(({ field, reason }) => `${field.toUpperCase()}: ${reason}`),
  ];
  return { lines, json: result, ok: result.refused.length === 0 };
}

async function remove(db: SiteDb, from: string): Promise<RedirectAnswer> {
  const known = await findByAddress(db, from);
  if (!known || !(await deleteRedirect(db, known.id)))
    throw new Error(`There is no redirect for ${from}. "npm run redirects -- list" shows all of them.`);
  return { lines: [`${known.from} leads nowhere any more.`], json: { removed: known }, ok: true };
}

async function take(db: SiteDb, file: string, options: RedirectOptions): Promise<RedirectAnswer> {
  const { size } = await stat(file);
  if (size > limits.redirectFile)
    throw new Error(`${file} is larger than ${readableBytes(limits.redirectFile)}.`);
  const result = await importFile(db, await readFile(file, 'utf8'), { ...options, source: 'command' });
  const { added, changed, same, refused } = result;
  if (refused.length > 0) {
    const bad = refused.map(
      ({ line, field, reason }) => `Line ${line}${field ? `, ${field}` : ''}: ${reason}`,
    );
    return { lines: [...bad, 'Nothing was imported.'], json: result, ok: false };
  }
  const counts = `${added.length} new, ${changed.length} led elsewhere than before, ${same.length} here already.`;
  return { lines: [options.dryRun ? `${counts} Nothing was changed.` : counts], json: result, ok: true };
}

async function give(db: SiteDb, file: string): Promise<RedirectAnswer> {
  // What is there is not overwritten.
  await pipeline(
    Readable.from(exportFile(db), { objectMode: false }),
    createWriteStream(file, { flags: 'wx' }),
  );
  return { lines: [`${file} has been written.`], json: { file }, ok: true };
}
