import type { Migration } from 'kysely/migration';
import { addActivityTextIds, makeActivityTables } from './activity-table.ts';
import { makeEngineFillsTable } from './engine-fills-table.ts';
import { makeIntakeTables } from './intake-tables.ts';
import { makeLastBackupTable } from './last-backup-table.ts';
import { addRedirectEditors, makeRedirectsTable } from './redirects-table.ts';
import { makeRevisionsTable } from './revisions-table.ts';
import { makeSavedSitesTables } from './saved-sites-table.ts';
import { makeCountsTable, makeSessionTables } from './session-tables.ts';
import { makeSignalsTable } from './signals-table.ts';
import { makeSnapshotsTable } from './snapshots-table.ts';

/**
 * The migrations of the BFF's tables and of the tables for communication between processes, on PostgreSQL. On SQLite
 * these tables are in separate files, and are created when the files are opened.
 */
export const siteMigrations: Record<string, Migration> = {
  '0001-signals': { up: makeSignalsTable },
  '0002-sessions': { up: makeSessionTables },
  '0003-counts': { up: makeCountsTable },
  '0004-intake': { up: makeIntakeTables },
  '0005-last-backup': { up: makeLastBackupTable },
  '0006-activity': { up: makeActivityTables },
  '0007-redirects': { up: makeRedirectsTable },
  '0008-keepsakes': { up: makeSnapshotsTable },
  '0009-activity-text-ids': { up: addActivityTextIds },
  '0010-engine-fills': { up: makeEngineFillsTable },
  '0011-overwritten': { up: makeRevisionsTable },
  '0012-saved-sites': { up: makeSavedSitesTables },
  '0013-redirect-editors': { up: addRedirectEditors },
};
