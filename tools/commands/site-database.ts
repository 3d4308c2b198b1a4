import { existsSync } from 'node:fs';
import type { Config } from '../../server/config.ts';
import { openDatabases } from '../../server/database/databases.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { StartError } from '../../server/errors.ts';
import type { Context } from '../cli/context.ts';

/**
 * Opens the database of the site in DATA_DIR or DATABASE_URL for the work of a command, whether the site runs or not.
 * Rejects with `StartError` if there is no site yet.
 */
export async function withSiteDatabase<Result>(
  context: Context,
  work: (db: SiteDb, config: Config) => Promise<Result>,
) {
  const config = context.config();
  if (!config.DATABASE_URL && !existsSync(config.DATA_DIR))
    throw new StartError(`There is no ${config.DATA_DIR} yet: the first start of the server creates it.`);
  const databases = await openDatabases(config, context.log);
  try {
    return await work(await databases.openSessions(), config);
  } finally {
    await databases.close();
  }
}
