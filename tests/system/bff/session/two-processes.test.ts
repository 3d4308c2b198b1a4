// @module-tag deep/postgres: processes share sessions by PostgreSQL
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createSessions } from '../../../../server/bff/session/sessions.ts';
import { callResponse, cookieValue } from '../../../unit/bff/session/response.ts';
import { twoProcesses } from '../../database/site/two-processes.ts';

const config = { SESSION_SECRET: ['s'.repeat(32)], SESSION_IDLE_HOURS: 8, SESSION_MAX_HOURS: 168 };

it('a token that the host has replaced reaches the other process, sealed: neither it nor a cookie that opens is in the database', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'studio-two-sessions-'));
  const databases = await twoProcesses('postgres');
  const [one, other] = await Promise.all(
    [databases.one, databases.other].map((of) =>
      createSessions({ ...config, DATA_DIR }, new URL('http://localhost:3000'), of),
    ),
  );
  const res = callResponse();
  const session = await one?.start(res, { token: 'a token before' });
  if (session) await one?.replaceToken(callResponse(), session, 'a token after');
  await expect.poll(async () => (await other?.open(cookieValue(res)))?.token).toBe('a token after');
  const { rows } = await sql<{ value: string }>`select value from signals`.execute(databases.one.db);
  expect(JSON.stringify(rows)).not.toMatch(/a token (before|after)/);
  for (const { value } of rows) expect(await other?.open(value)).toBeUndefined();
  for (const each of [one, other]) await each?.close();
  await databases.close();
  await rm(DATA_DIR, { recursive: true });
});
