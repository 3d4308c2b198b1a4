// @module-tag deep/postgres: writers of several processes take turns
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { lockKey } from '../../../../server/database/dialect.ts';
import { StartError } from '../../../../server/errors.ts';
import { openSite, type TwoProcesses, twoProcesses } from '../two-processes.ts';

let site: TwoProcesses;
twoProcesses('postgres', (made) => (site = made));

it('lets writers of all processes take turns: what one has read nobody changes before it has written', async () => {
  const [one, other] = [await site.one.openContent(), await site.other.openContent()];
  await one.insertInto('secrets').values({ name: 'sum', value: '0' }).execute();
  const add = (db: typeof one) =>
    db.transaction().execute(async (tx) => {
      const { value } = await tx
        .selectFrom('secrets')
        .select('value')
        .where('name', '=', 'sum')
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('secrets')
        .set({ value: String(Number(value) + 1) })
        .where('name', '=', 'sum')
        .execute();
    });
  await Promise.all(Array.from({ length: 20 }, (_, at) => add(at % 2 ? one : other)));
  const { value } = await one
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'sum')
    .executeTakeFirstOrThrow();
  expect(value).toBe('20');
});

it('tells others of what a transaction announces when it commits, and not when it is rolled back', async () => {
  const heard: string[] = [];
  const stop = site.other.signals.on('desk', (value) => heard.push(value));
  const db = await site.one.openContent();
  const announce = (value: string, fails: boolean) =>
    db.transaction().execute(async (tx) => {
      await site.one.signals.publish('desk', value, tx);
      await pause(50);
      expect(heard).toEqual([]);
      if (fails) throw new Error('no');
    });
  await expect(announce('rolled back', true)).rejects.toThrow('no');
  await announce('committed', false);
  await expect.poll(() => heard).toEqual(['committed']);
  stop();
});

it('does not start while the database is copied or restored, nor is it copied while a process runs', async () => {
  const client = new pg.Client(site.url);
  await client.connect();
  const taken = await client.query<{ free: boolean }>(
    `select pg_try_advisory_lock(${lockKey('presence')}) as free`,
  );
  expect(taken.rows[0]?.free).toBe(false);
  await Promise.all([site.one.close(), site.other.close()]);
  await client.query(`select pg_advisory_lock(${lockKey('presence')})`);
  await expect(openSite(site.url)).rejects.toThrow(StartError);
  await client.end();
});
