import type { Migration } from 'kysely/migration';
import { create } from '../create-tables.ts';
import { tasksTable } from '../tasks-table.ts';
import { makeBffTables, makeIntakeTables, makeSharedTables } from './tables.ts';

/** The steps of the releases so far; what they did is in tables.ts. */
const done =
  `0001-signals 0002-sessions 0003-counts 0004-intake 0005-last-backup 0006-activity 0007-redirects 0008-keepsakes
  0009-activity-text-ids 0010-engine-fills 0011-overwritten 0012-saved-sites`.split(/\s+/);

/**
 * The migrations of the BFF's tables and of the tables for communication between processes, on PostgreSQL. On SQLite
 * these tables are in separate files, and are created when the files are opened.
 */
export const siteMigrations: Record<string, Migration> = {
  ...Object.fromEntries(done.map((name) => [name, { up: async () => {} }])),
  '0013-redirect-editors': {
    async up(db) {
      await makeSharedTables(db);
      await makeIntakeTables(db);
      await makeBffTables(db);
    },
  },
  '0014-intake-tasks': { up: (db) => create(db, tasksTable('intake_tasks')) },
};
