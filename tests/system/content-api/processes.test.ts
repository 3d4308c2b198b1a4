// @module-tag deep/postgres: several engines share one database
import { expect, it } from 'vitest';
import { referencedAddresses } from '../../../server/content-api/media/store.ts';
import { secretOf } from '../../../server/content-api/visitors/forms.ts';
import { startEngine, testAdmin } from '../../support/engine/engine.ts';
import { testDatabase } from '../../support/shared-servers.ts';
import { openSite } from '../database/postgres/support.ts';

it('two engines that start at once on an empty database make one admin, one sample and one secret', async () => {
  const database = await testDatabase();
  const environment = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same thirty-two bytes everywhere',
    ...{ ADMIN_PASSWORD: '', SAMPLE_CONTENT: 'on' },
  };
  const engines = await Promise.all([startEngine(environment), startEngine(environment)]);
  const other = await openSite(database.url);
  const db = await other.openContent();
  const count = async (table: 'admins' | 'projects') =>
    (await db.selectFrom(table).select('id').execute()).length;
  expect(await count('admins')).toBe(1);
  expect(engines.filter(({ firstAdmin }) => firstAdmin !== testAdmin)).toHaveLength(1);
  expect(await count('projects')).toBe(10);
  // Each engine has a separate folder here: all files are in one of them, and none in the other.
  const files = (await Promise.all(engines.map((engine) => engine.mediaFiles()))).map(({ length }) => length);
  expect(files.sort((a, b) => a - b)).toEqual([0, (await referencedAddresses(db)).size]);
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(db, 'at-once')));
  expect(new Set(secrets.map(String)).size).toBe(1);

  await Promise.all([...engines, other].map((each) => each.close()));
  await database.drop();
});
