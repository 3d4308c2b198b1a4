import { createWriteStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { textOf } from '#shared/desk-messages.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import { readTextFile } from '#shared/text-file.ts';
import { addRedirects } from '../../server/bff/redirects/add-redirects.ts';
import { exportFile, importFile } from '../../server/bff/redirects/redirect-file.ts';
import { deleteRedirect, findByAddress, readAfter } from '../../server/bff/redirects/store.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { StartError } from '../../server/errors.ts';

export interface RedirectOptions {
  /** UPSTREAM_MEDIA_PATHS: a redirect from a path of media is refused. */
  mediaPaths: readonly string[];
  dryRun: boolean;
}

/** Result of an action: text for people, and a document for programs. */
export interface RedirectAnswer {
  lines: string[];
  json: unknown;
  /** False if a redirect was refused. Nothing was changed then. */
  ok: boolean;
}

/**
 * The actions in this file work whether the site runs or not. An action that fails has changed nothing, and rejects
 * with a StartError for the operator.
 */
export async function listRedirects(db: SiteDb): Promise<RedirectAnswer> {
  const all: Redirect[] = [];
  for (;;) {
    const some = await readAfter(db, all.at(-1)?.id ?? 0, 1_000);
    if (some.length === 0) break;
    all.push(...some);
  }
  const lines = all.map(({ from, to, hits, source }) => `${from}  ->  ${to}  (${hits} hits, ${source})`);
  return { lines: all.length > 0 ? lines : ['There are no redirects.'], json: all, ok: true };
}

export async function addRedirect(
  db: SiteDb,
  { from, to }: { from: string; to: string },
  options: RedirectOptions,
): Promise<RedirectAnswer> {
  const result = await addRedirects(db, [{ from, to }], { ...options, source: 'command' });
  const lines = [
    ...result.added.map(
      (each) => `${each.from} ${options.dryRun ? 'would lead' : 'leads'} to ${each.to} from now on.`,
    ),
    ...result.same.map((each) => `${each.from} leads to ${each.to} already.`),
    ...result.refused.map(({ field, reason }) => `${field.toUpperCase()}: ${reason}`),
  ];
  if (options.dryRun) lines.push('Nothing was changed.');
  return { lines, json: { dryRun: options.dryRun, ...result }, ok: result.refused.length === 0 };
}

export async function removeRedirect(
  db: SiteDb,
  from: string,
  { dryRun }: Pick<RedirectOptions, 'dryRun'>,
): Promise<RedirectAnswer> {
  const known = await findByAddress(db, from);
  if (!known || !(dryRun || (await deleteRedirect(db, known.id))))
    throw new StartError(
      `There is no redirect for ${from}. "npm run studio -- redirects list" shows all of them.`,
    );
  const lines = dryRun
    ? [`${known.from} would no longer redirect.`, 'Nothing was changed.']
    : [`${known.from} no longer redirects.`];
  return { lines, json: { removed: known, dryRun }, ok: true };
}

export async function importRedirects(
  db: SiteDb,
  file: string,
  options: RedirectOptions,
): Promise<RedirectAnswer> {
  const { size } = await stat(file);
  if (size > limits.redirectFile)
    throw new StartError(`${file} is larger than ${readableBytes(limits.redirectFile)}.`);
  const { dryRun } = options;
  const csv = readTextFile(await readFile(file));
  if (csv === undefined) throw new StartError(`${file}: ${textOf('file.encoding')}`);
  const result = await importFile(db, csv, { ...options, source: 'command' });
  const { added, changed, same, refused } = result;
  if (refused.length > 0) {
    const bad = refused.map(
      ({ line, field, reason }) => `Line ${line}${field ? `, ${field}` : ''}: ${reason}`,
    );
    return { lines: [...bad, 'Nothing was imported.'], json: { dryRun, ...result }, ok: false };
  }
  const counts = `${added.length} new, ${changed.length} with a new target, ${same.length} unchanged.`;
  return {
    lines: [dryRun ? `${counts} Nothing was changed.` : counts],
    json: { dryRun, ...result },
    ok: true,
  };
}

export async function exportRedirects(
  db: SiteDb,
  file: string,
  { dryRun }: Pick<RedirectOptions, 'dryRun'>,
): Promise<RedirectAnswer> {
  if (dryRun) {
    if (existsSync(file)) throw new StartError(`${file} already exists; it is left as it is.`);
    return { lines: [`${file} would be written.`, 'Nothing was written.'], json: { file, dryRun }, ok: true };
  }
  // The flag `wx` makes the write fail if the file exists.
  await pipeline(
    Readable.from(exportFile(db), { objectMode: false }),
    createWriteStream(file, { flags: 'wx' }),
  );
  return { lines: [`${file} has been written.`], json: { file, dryRun }, ok: true };
}
