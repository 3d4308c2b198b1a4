import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { category } from '#shared/entities/category.ts';
import { message } from '#shared/entities/message.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { ownSearchText } from '../../../../server/database/search.ts';
import type { Db } from '../../../../server/database/types.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';

let db: Db;
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => db.destroy());

/** Returns the columns whose change makes the trigger fold the row's search text again. */
async function followedColumns(table: string): Promise<string[]> {
  const trigger = `${table}_search_texts_update`;
  const found = await sql<{ sql: string }>`select sql from sqlite_master where name = ${trigger}`.execute(db);
  const [, names = ''] = /after update of (.*?) on /.exec(found.rows[0]?.sql ?? '') ?? [];
  return names.split(',').map((name) => name.trim().replaceAll('"', ''));
}

describe('the triggers of searches', () => {
  it.each([post, project, category, teamMember, message])(
    '$table: follow what its descriptor calls searched',
    async (noun) => {
      const textWith = (values: object) => ownSearchText(noun.fields, { ...values });
      const searched = [...Object.keys(noun.fields), 'summary'].filter(
        (name) => textWith({ [name]: 'x' }) !== textWith({}),
      );
      expect((await followedColumns(noun.table)).sort()).toEqual(searched.sort());
    },
  );
});
