import { beforeAll, beforeEach, expect, it } from 'vitest';
import { noteStatusByHand, storeSchedule } from '../../../server/content-api/content/schedules.ts';
import { carryOut, createScheduler } from '../../../server/content-api/schedule/routes.ts';
import type { Db } from '../../../server/database/types.ts';
import { describeOn } from '../../support/describe-on.ts';
import { addJob } from '../../support/engine/in-memory.ts';
import { silent, type TwoProcesses, twoProcesses } from '../database/two-processes.ts';

const written = '2030-01-01T00:00:00.000Z';
const at = (minute: number) =>
  new Date(Date.parse('2030-06-01T12:00:00.000Z') + minute * 60_000).toISOString();

describeOn(['sqlite', 'postgres'], 'plans on %s', (dialect) => {
  let processes: TwoProcesses;
  let db: Db;
  /** Another process of the same site; the same one on SQLite, where there is only one. */
  let other: Db;

  twoProcesses(dialect, (made) => (processes = made));
  beforeAll(async () => {
    db = await processes.one.openContent();
    other = dialect === 'postgres' ? await processes.other.openContent() : db;
  });
  beforeEach(async () => {
    for (const table of ['schedules', 'blogs', 'jobs', 'last_edits', 'versions'] as const)
      await db.deleteFrom(table).execute();
  });

  const blog = async (is_active = 0) => {
    const dates = { created_at: written, updated_at: written };
    const values = { blog_title: 'A post', description: '', summary: '', is_active, ...dates };
    return (await db.insertInto('blogs').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const job = async (changes: object = {}) =>
    (await addJob(db, { status: 'draft', description: '<p>Draw</p>', ...changes })).id;
  const plan = (
    resource: 'blog' | 'job',
    row_id: number,
    publish_at: string | null,
    unpublish_at: string | null = null,
  ) =>
    storeSchedule(
      db,
      { resource, row_id, who: 'Ayesha' },
      { publish_at, unpublish_at, problem: null },
      at(-60),
    );
  const state = (id: number) =>
    db.selectFrom('blogs').select(['is_active', 'created_at']).where('id', '=', id).executeTakeFirstOrThrow();
  const jobState = (id: number) =>
    db.selectFrom('jobs').select(['status', 'posted_at']).where('id', '=', id).executeTakeFirstOrThrow();
  const byPlan = { who: 'Ayesha (scheduled)', changed: '["is_active"]', kind: 'saved' };
  const versions = (id: number) =>
    db
      .selectFrom('versions')
      .select(['who', 'changed', 'kind'])
      .where('row_id', '=', id)
      .orderBy('id')
      .execute();
  const plans = () => db.selectFrom('schedules').select(['publish_at', 'unpublish_at', 'problem']).execute();

  it('a post is published with the moment of its plan as its date, and taken back', async () => {
    const id = await blog();
    await plan('blog', id, at(0), at(10));
    expect(await carryOut(db, at(-1))).toEqual({ changed: 0, next: at(0) });
    expect(await state(id)).toEqual({ is_active: 0, created_at: written });
    // The process was late.
    expect(await carryOut(db, at(5))).toEqual({ changed: 1, next: at(10) });
    expect(await state(id)).toEqual({ is_active: 1, created_at: at(0) });
    expect(await carryOut(db, at(10))).toEqual({ changed: 1, next: undefined });
    expect(await state(id)).toEqual({ is_active: 0, created_at: at(0) });
    expect(await plans()).toEqual([]);
    const edit = await db.selectFrom('last_edits').select('who').executeTakeFirst();
    expect(edit?.who).toBe('Ayesha (scheduled)');
    const kept = await versions(id);
    expect(kept.slice(-2)).toEqual([byPlan, byPlan]);
  });

  it('a post that is published by hand before its time keeps the end of its plan', async () => {
    const id = await blog();
    await plan('blog', id, at(0), at(10));
    await noteStatusByHand(db, 'blog', id, true, at(-1));
    expect(await plans()).toEqual([{ publish_at: null, unpublish_at: at(10), problem: null }]);
  });

  it('several processes do it once', async () => {
    const ids = await Promise.all([blog(), blog(), blog()]);
    for (const id of ids) await plan('blog', id, at(0));
    const rounds = await Promise.all([db, other, db, other].map((each) => carryOut(each, at(1))));
    expect(rounds.reduce((sum, { changed }) => sum + changed, 0)).toBe(3);
  });

  it.runIf(dialect === 'postgres')(
    'the plan of a process that died is carried out by a sleeping one',
    async () => {
      const { promise: carriedOut, resolve } = Promise.withResolvers<void>();
      const scheduler = createScheduler(other, silent, resolve);
      scheduler.wake();
      await scheduler.idle();
      const begun = Date.now();
      await plan('blog', await blog(), new Date(begun + 500).toISOString());
      await carriedOut;
      expect(Date.now() - begun).toBeLessThan(20_000);
      await scheduler.stop();
    },
  );

  it('a job opens by the rules of jobs, or says why it did not', async () => {
    const [fit, empty, over] = [
      await job(),
      await job({ description: '' }),
      await job({ closes_at: '2030-05-01' }),
    ];
    for (const id of [fit, empty, over]) await plan('job', id, at(0), at(10));
    await carryOut(db, at(0));
    expect(await jobState(fit)).toMatchObject({ status: 'open', posted_at: expect.any(String) });
    for (const id of [empty, over]) expect((await jobState(id)).status).toBe('draft');
    const notDone = { publish_at: null, unpublish_at: null, problem: 'schedule.notFit' };
    expect((await plans()).filter(({ problem }) => problem !== null)).toEqual([notDone, notDone]);
    await carryOut(db, at(10));
    expect((await jobState(fit)).status).toBe('closed');
    expect((await versions(fit)).slice(-2)).toMatchObject([{ who: byPlan.who }, { who: byPlan.who }]);
  });

  it('what is in the trash is not published, also not when it comes back', async () => {
    const id = await blog();
    await plan('blog', id, at(0));
    await db
      .updateTable('blogs')
      .set({ deleted_at: at(-1) })
      .where('id', '=', id)
      .execute();
    expect((await carryOut(db, at(1))).changed).toBe(0);
    expect(await plans()).toEqual([]);
  });
});
