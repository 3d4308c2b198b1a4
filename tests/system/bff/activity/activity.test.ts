import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createActivity } from '../../../../server/bff/activity/activity.ts';
import {
  erasePeople,
  insertLines,
  type NewLine,
  readLines,
  startRetention,
} from '../../../../server/bff/activity/store.ts';
import type { SiteDb } from '../../../../server/database/site-types.ts';
import { silent, type TwoProcesses, twoProcesses } from '../../database/two-processes.ts';

const dayMs = 24 * 60 * 60 * 1000;

const line: Omit<NewLine, 'key' | 'at'> = {
  actor: { user: { id: 1, name: 'Zoya', email: 'zoya@studio.example' } },
  action: 'editBlog',
  resource: 'blog',
  resourceId: 7,
  fields: ['blog_title'],
  address: '192.0.2.1',
  request: 'request-1',
  outcome: 'done',
};

/** A database that is unavailable while `isUnavailable()` is true. */
function awayWhile(db: SiteDb, isUnavailable: () => boolean) {
  return {
    transaction: () =>
      isUnavailable()
        ? { execute: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })) }
        : db.transaction(),
  } as unknown as SiteDb;
}

describe('the activity log', () => {
  let databases: TwoProcesses;
  twoProcesses('sqlite', (made) => (databases = made));

  async function emptied() {
    const { db } = databases.one;
    for (const table of ['activity', 'activity_people'] as const) await db.deleteFrom(table).execute();
    return db;
  }
  const open = (options: Partial<Parameters<typeof createActivity>[0]>) =>
    createActivity({ db: databases.one.db, log: silent, ...options });

  it('waits for a database that is away, writes each line once, and tells of it once', async () => {
    await emptied();
    let isUnavailable = true;
    const log = pino({ level: 'silent' });
    const warn = vi.spyOn(log, 'warn');
    const activity = open({
      db: awayWhile(databases.one.db, () => isUnavailable),
      log,
      retryMs: 5,
    });
    activity.note(Array.from({ length: 200 }, (_, at) => ({ ...line, resourceId: at + 1 })));
    for (let count = 200; count < 250; count += 1) activity.note([{ ...line, resourceId: count + 1 }]);
    await activity.flush();
    expect(warn).toHaveBeenCalledTimes(1);
    isUnavailable = false;
    const written = async () => (await readLines(databases.one.db, {}, undefined, 500)).data.length;
    await expect.poll(written).toBe(250);
    await activity.close();
  });

  it('writes the lines of calls that wait in one transaction, and loses the one that the database refuses', async () => {
    const db = await emptied();
    const transaction = vi.fn(() => db.transaction());
    const activity = open({ db: { transaction } as unknown as SiteDb });
    const note = (...ids: number[]) => {
      for (const resourceId of ids) activity.note([{ ...line, resourceId }]);
    };
    note(1, 2, 3, 4, 5);
    await activity.flush();
    // The first call does not wait for others.
    expect(transaction.mock.calls.length).toBeLessThanOrEqual(2);
    note(6, 7, 0.5, 8);
    await activity.flush();
    await activity.close();
    const { data } = await readLines(db, {}, undefined, 10);
    expect(data.map(({ id }) => id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('forgets whom lines were about, those that still wait included, and who has gone', async () => {
    const db = await emptied();
    const activity = open({});
    activity.note([{ ...line, resource: 'applicant', resourceId: 3, action: 'updateApplicantStatus' }]);
    activity.erase('applicant', [3]);
    await activity.flush();
    await activity.close();
    const [one] = (await readLines(db, {}, undefined, 10)).data;
    expect(one).toMatchObject({ id: null, fields: [] });
    await erasePeople(db, ['1']);
    const stored = JSON.stringify([
      await db.selectFrom('activity').selectAll().execute(),
      await db.selectFrom('activity_people').selectAll().execute(),
    ]);
    expect(stored).not.toMatch(/zoya|192\.0\.2\.1|request-1"/i);
  });

  it('loses addresses after 30 days and lines after 400', async () => {
    const db = await emptied();
    const begun = Date.parse('2026-01-01');
    const at = (days: number) => ({ ...line, at: begun + days * dayMs, key: `k${days}` });
    await insertLines(db, [at(0), at(20), at(60)]);
    const age = (days: number) =>
      startRetention({ db, log: silent, time: async () => begun + days * dayMs }).stop();
    const kept = async () =>
      (await readLines(db, {}, undefined, 10)).data.map(({ address }) => address !== null);
    await age(49.5);
    expect(await kept()).toEqual([true, true, false]);
    await age(50.5);
    expect(await kept()).toEqual([true, false, false]);
    await age(431);
    expect(await kept()).toEqual([false]);
  });

  it('forgets applicants and admins whom the engine has erased, however it did', async () => {
    const db = await emptied();
    await insertLines(
      db,
      [5, 6].map((id) => ({ ...line, at: Date.now(), key: `k${id}`, resource: 'applicant', resourceId: id })),
    );
    const living = async (resource: string) => (resource === 'applicant' ? [6] : []);
    await startRetention({ db, log: silent, living }).stop();
    const { data } = await readLines(db, {}, undefined, 10);
    expect(data.map(({ id, who }) => [id, who?.name])).toEqual([
      [6, null],
      [null, null],
    ]);
  });
});
