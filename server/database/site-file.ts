import { StartError } from '../errors.ts';
import type { SiteDb, SiteTables } from './site-types.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens a SQLite file of the site's own tables. If that fails, throws the original error, which `dataDirProblem`
 * turns into a text.
 */
export function openSiteFile(file: string, pragmas?: string): SiteDb {
  try {
    return openSqlite<SiteTables>(file, pragmas);
  } catch (error) {
    throw error instanceof StartError ? (error.cause ?? error) : error;
  }
}
