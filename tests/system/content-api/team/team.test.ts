import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { type TeamMember, teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import {
  activeTeam,
  filesOfTeam,
  findTeamMember,
  insertTeamMember,
  pageOfTeam,
} from '../../../../server/content-api/team/repository.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';
import { startEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { type FormValue, formOf, image } from '../../../support/engine/forms.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';

describe('the team in the database', () => {
  let db: Db;
  beforeAll(async () => {
    db = openSqlite(':memory:');
    await migrate(db);
  });
  beforeEach(() => db.deleteFrom('team_members').execute());
  afterAll(() => db.destroy());

  const add = (changes: object = {}, on = db) =>
    insertTeamMember(
      on,
      teamMemberInputSchema.parse({ name: 'Ali', designation: 'Artist', ...changes }),
      '/storage/a.png',
    );

  it('gives a new member the place after all who are there, and never one past the limit', async () => {
    expect((await add()).v_order).toBe(1);
    expect((await add({ v_order: 40 })).v_order).toBe(40);
    expect((await add()).v_order).toBe(41);
    expect((await add({ v_order: 1_000_000 })).v_order).toBe(1_000_000);
    expect((await add()).v_order).toBe(1_000_000);
  });

  it('shows at most two hundred members, the first in the order', async () => {
    await db.transaction().execute(async (tx) => {
      for (let place = 201; place > 0; place -= 1) await add({ v_order: place }, tx);
    });
    const shown = await activeTeam(db);
    expect(shown.map((member) => member.v_order)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  });

  it('is read by indexes', async () => {
    const queries = await queriesOf(db, async (on) => {
      await activeTeam(on);
      await pageOfTeam(on, 3);
      await findTeamMember(on, 1);
      await add({}, on);
      await filesOfTeam(on, [1, 2]);
    });
    const reads = queries.filter((query) => query.sql.startsWith('select'));
    expect(reads.length).toBeGreaterThanOrEqual(6);
    for (const query of reads) await expectIndexed(db, query);
  });
});

describe('the files of the team', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine.close());

  const send = (
    call: 'addTeamMember' | 'updateTeamMember',
    fields: Record<string, FormValue>,
    id: Id = 0,
  ) => {
    const body = formOf({ name: 'Ali', designation: 'Artist', ...fields });
    return engine.call<TeamMember>(call, { body, params: { id } });
  };
  const nameOf = (address: string | null | undefined) => address?.slice('/storage/'.length);

  it('change with their rows: a new image takes the place of the old, and a refused one leaves nothing', async () => {
    const { data: before } = (await send('addTeamMember', { image: await image() })).body;
    expect(await engine.mediaFiles()).toEqual([nameOf(before?.image)]);

    const stale = { image: await image('jpeg'), updated_at: '2020-01-01T00:00:00.000Z' };
    expect((await send('updateTeamMember', stale, before?.id)).status).toBe(409);
    expect((await send('updateTeamMember', { image: await image('jpeg') }, 987)).status).toBe(404);
    expect((await send('addTeamMember', { image: await image(), name: '' })).status).toBe(422);
    expect(await engine.mediaFiles()).toEqual([nameOf(before?.image)]);

    const { data: after } = (await send('updateTeamMember', { image: await image('jpeg') }, before?.id)).body;
    expect(after?.image).toMatch(/\.jpg$/);
    expect(await engine.mediaFiles()).toEqual([nameOf(after?.image)]);
    expect(await engine.tempFiles()).toEqual([]);

    await engine.call('deleteTeamMember', { params: { id: before?.id ?? 0 } });
    expect(await engine.mediaFiles(), 'it can be restored').toEqual([nameOf(after?.image)]);
  });
});
