import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose application has ended counts as read, as after a move since then (applicants/changes-repository.ts). */
export const closedAreRead: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update applicants set is_read = 1
      where is_read = 0 and status in ('hired', 'rejected', 'withdrawn')`.execute(db);
  },
};
