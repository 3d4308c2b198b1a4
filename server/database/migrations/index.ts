import type { Migration } from 'kysely/migration';
import { create } from '../create-tables.ts';
import { tasksTable } from '../tasks-table.ts';
import { schema } from './schema.ts';

/**
 * The steps of the releases so far, whose names are in databases that they have made: a process of the release before
 * knows by them that it may run on, and a backup which schema it has. What they did is in schema.ts.
 */
const done =
  `0001-known-calls 0002-jobs 0003-applicants 0004-team 0005-messages 0006-soft-delete 0007-outbox 0008-secrets
  0009-sample 0010-last-edits 0011-former-titles 0012-restorable-parts 0013-message-folders 0014-search 0015-counts
  0016-message-counts 0017-idempotency 0018-housekeeping 0019-doomed-since 0020-roles 0021-people 0022-second-step
  0023-versions 0024-previews-and-schedules 0025-kept-mails 0026-desk 0027-deletions 0028-search-texts 0029-pictures
  0031-extra 0032-public-ids 0033-case-facts 0034-captions 0035-figures 0036-plain-signs 0037-held-mails
  0038-closed-are-read`.split(/\s+/);

/** The last step of the schema that new databases begin with. */
export const firstSchema = '0039-letters-searched';

/** Every migration by its name, in the order in which they run. A released migration is never edited. */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(done.map((name) => [name, { up: async () => {} }])),
  [firstSchema]: schema,
  '0040-tasks': { up: (db) => create(db, tasksTable('tasks')) },
};
