// @module-tag deep/postgres: several sites share one database
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { referencedAddresses } from '../../../server/content-api/media/store.ts';
import { secretOf } from '../../../server/content-api/visitors/forms.ts';
import { filesUnder } from '../../support/engine/engine-data.ts';
import { testDatabase } from '../../support/shared-servers.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { openSite } from '../database/two-processes.ts';

it('two sites that start at once on an empty database make one admin, one sample and one secret', async () => {
  const database = await testDatabase();
  const environment = {
    ...database.environment,
    SAMPLE_CONTENT: 'on',
  };
  const sites = await Promise.all([startTestApp(environment), startTestApp(environment)]);
  const other = await openSite(database.url);
  const db = await other.openContent();
  const count = async (table: 'admins' | 'projects') =>
    (await db.selectFrom(table).select('id').execute()).length;
  expect(await count('admins')).toBe(1);
  expect(sites.filter(({ firstAdmin }) => firstAdmin)).toHaveLength(1);
  expect(await count('projects')).toBe(10);
  // Each site has a separate folder here: all files are in one of them, and none in the other.
  const files = sites.map(({ dataDir }) => filesUnder(join(dataDir, 'media')).length);
  expect(files.sort((a, b) => a - b)).toEqual([0, (await referencedAddresses(db)).size]);
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(db, 'at-once')));
  expect(new Set(secrets.map(String)).size).toBe(1);

  await Promise.all([...sites, other].map((each) => each.close()));
  await database.drop();
});
