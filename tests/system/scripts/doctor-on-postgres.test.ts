// @module-tag deep/postgres: the doctor examines a database and a bucket
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { openStorage } from '../../../server/content-api/media/storage/open-storage.ts';
import { createLog } from '../../../server/http/log.ts';
import { checkBucket } from '../../../tools/doctor/bucket.ts';
import { checkDatabase } from '../../../tools/doctor/database.ts';
import type { Finding } from '../../../tools/doctor/finding.ts';
import { testBucket, testDatabase } from '../../support/shared-servers.ts';

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
  await query(`insert into intake_items (key, reference, call, received_at, state, head)
    values ('a', 'a', 'c', 1, 'waiting', ''), ('b', 'b', 'c', 1, 'delivered', '')`);
  await query(`insert into outbox (kind, message_key, subject, text, html, attempts, next_attempt_at, sent_at, created_at)
    values ('k', 'a', '', '', '', 0, '2026', null, ''), ('k', 'b', '', '', '', 0, null, '2026', '')`);
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

it('a bucket: one object is written, read and deleted; one that is not there is told by its variable', async () => {
  const bucket = await testBucket();
  onTestFinished(() => bucket.drop());
  const config = loadConfig({ ...bucket.environment });
  const { found } = await all(checkBucket(config));
  expect(found.map(({ result, subject }) => `${result} ${subject}`)).toEqual([
    `there ${bucket.name} at ${bucket.endpoint}`,
    'there to write an object',
    'there to read an object',
    'there to delete an object',
  ]);
  const storage = await openStorage(config, createLog('silent'));
  for await (const address of storage.list()) expect(address).toBe('nothing is left');
  storage.close();
  const nowhere = {
    ...bucket.environment,
    MEDIA_URL: bucket.environment.MEDIA_URL.replace(bucket.name, 'no-bucket'),
  };
  expect((await all(checkBucket(loadConfig(nowhere)))).found).toMatchObject([
    { fatal: true, text: expect.stringMatching(/^MEDIA_URL: .*has no bucket "no-bucket"/) },
  ]);
});
