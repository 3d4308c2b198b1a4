// @module-tag deep/postgres: the doctor examines a database and a bucket
import { expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../../tools/doctor/finding.ts';
import { checkDatabase } from '../../../tools/doctor/installation.ts';
import { testDatabase } from '../../support/shared-servers.ts';

async function all(findings: AsyncGenerator<Finding>) {
  const found: Finding[] = [];
  for await (const finding of findings) found.push(finding);
  return Object.assign((subject: string) => found.find((each) => each.subject === subject), { found });
}

async function database(options?: { migrated: boolean }) {
  const made = await testDatabase(options);
  onTestFinished(() => made.drop());
  return made;
}

it('a database of a site: its name and version, no user or password, what waits; nothing stays behind', async () => {
  const { url, name, query } = await database({ migrated: true });
  for (const [table, state] of [
    ['intake_tasks', 'delivered'],
    ['tasks', 'needs_person'],
  ])
    await query(`insert into ${table} (kind, key, state, run_at, created_at, payload)
      values ('k', 'a', 'waiting', 1, 1, ''), ('k', 'b', '${state}', 1, 1, '')`);
  let waiting: object | undefined;
  const of = await all(
    checkDatabase(url, (there) => {
      waiting = there;
    }),
  );
  expect(waiting).toEqual({ forms: 1, mails: 1 });
  expect(of.found.map(({ result }) => result)).toEqual(Array(5).fill('there'));
  expect(of(`${name} at ${new URL(url).host}`)?.text).toMatch(/^PostgreSQL \d+\.\d+.*, schema public$/);
  expect(of('locks and notifications')?.text).toContain('is direct');
  expect(of('migrations')?.text).toBe('all are done');
  expect(JSON.stringify(of.found)).not.toContain(new URL(url).password);
  expect(await query("select from pg_class where relname = 'studio_doctor'")).toEqual([]);
  await query("delete from site_migration where name = '0004-intake'");
  expect((await all(checkDatabase(url)))('migrations')?.text).toBe('the next start makes 1: 0004-intake');
  await query("insert into site_migration values ('0999-later', '')");
  expect((await all(checkDatabase(url)))('migrations')).toMatchObject({
    result: 'wrong',
    text: expect.stringContaining('0999-later'),
  });
});
