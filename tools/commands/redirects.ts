import type { SiteDb } from '../../server/database/site-types.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import {
  addRedirect,
  exportRedirects,
  importRedirects,
  listRedirects,
  type RedirectAnswer,
  type RedirectOptions,
  removeRedirect,
} from './redirect-actions.ts';
import { withSiteDatabase } from './site-database.ts';

/**
 * `npm run studio -- redirects …`: manages the redirects of the site in DATA_DIR or DATABASE_URL. A running site
 * applies changes within seconds.
 */
export const list = (args: Arguments<'redirects list'>, context: Context) =>
  perform(args, context, listRedirects);

export const add = (args: Arguments<'redirects add'>, context: Context) =>
  perform(args, context, (db, options) => {
    const [from = '', to = ''] = args.paths;
    return addRedirect(db, { from, to }, options);
  });

export const remove = (args: Arguments<'redirects remove'>, context: Context) =>
  perform(args, context, (db, options) => removeRedirect(db, args.paths[0] ?? '', options));

export const importFrom = (args: Arguments<'redirects import'>, context: Context) =>
  perform(args, context, (db, options) => importRedirects(db, args.paths[0] ?? '', options));

export const exportTo = (args: Arguments<'redirects export'>, context: Context) =>
  perform(args, context, (db, options) => exportRedirects(db, args.paths[0] ?? '', options));

async function perform(
  { values }: { values: { json?: boolean; 'dry-run'?: boolean } },
  context: Context,
  action: (db: SiteDb, options: RedirectOptions) => Promise<RedirectAnswer>,
) {
  return withSiteDatabase(context, async (db, config) => {
    const { lines, json, ok } = await action(db, {
      mediaPaths: config.UPSTREAM_MEDIA_PATHS,
      dryRun: values['dry-run'] ?? false,
    });
    context.answer(json);
    for (const line of lines) {
      if (ok) context.say(line);
      else if (!context.isJson) context.warn(line);
    }
    return ok ? 0 : 1;
  });
}
