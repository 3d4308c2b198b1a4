// @module-tag deep/again: only the bench fills an engine like this
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openDatabases } from '../../../server/database/databases.ts';
import { fillLog } from '../../bench/full-engine.ts';

it('the activity log of the bench has the schema that the product writes to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-bench-'));
  await fillLog(folder, 1_001);
  const databases = await openDatabases({ DATA_DIR: folder }, pino({ level: 'silent' }));
  const db = await databases.openSessions();
  const lines = await db.selectFrom('activity').select(['resource_id', 'resource_text']).execute();
  expect(lines).toHaveLength(1_001);
  expect(lines[0]).toMatchObject({ resource_text: null });
  await databases.close();
  await rm(folder, { recursive: true });
});
