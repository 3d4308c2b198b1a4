// @module-tag deep/faults: fills the disk
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { errorReply } from '../../../server/content-api/errors.ts';
import { isDiskFull } from '../../../server/data-dir.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';
import { addJob } from '../../support/engine/jobs-memory.ts';

let folder: string;
let db: Db;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-full-'));
  db = openSqlite(join(folder, 'content.sqlite'));
  await migrate(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Makes SQLite answer this connection as on a full disk. */
async function setPages(count: number): Promise<void> {
  await sql.raw(`pragma max_page_count = ${count}`).execute(db);
}

/** Adds jobs until the database is full; returns the error of the last one. */
async function fill(): Promise<unknown> {
  for (;;) {
    try {
      await db.transaction().execute((tx) => addJob(tx, { description: `<p>${'x'.repeat(9_000)}</p>` }));
    } catch (error) {
      return error;
    }
  }
}

async function countJobs(): Promise<number> {
  return (await db.selectFrom('jobs').select('id').execute()).length;
}

it('a full database: the error says so, nothing is half written, and later writes work', async () => {
  await setPages(1);
  const error = await fill();
  expect(String(error)).toContain('database or disk is full');
  expect(isDiskFull(error)).toBe(true);
  const before = await countJobs();
  expect(isDiskFull(await fill())).toBe(true);
  expect(await countJobs()).toBe(before);
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  expect(rows).toEqual([{ integrity_check: 'ok' }]);

  await setPages(1_000_000);
  await db.transaction().execute((tx) => addJob(tx));
  expect(await countJobs()).toBe(before + 1);
});

it('is still told when SQLite has undone the transaction by itself', async () => {
  const full = new Error('database or disk is full');
  const work = db.transaction().execute(async (tx) => {
    await sql`rollback`.execute(tx);
    throw full;
  });
  await expect(work).rejects.toBe(full);
  await addJob(db);
  expect(await countJobs()).toBe(1);
});

it.each([
  ['the database', () => fill()],
  ['a file', async () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['a quota', async () => Object.assign(new Error('quota exceeded'), { code: 'EDQUOT' })],
])('a full disk of %s is 507 in words, and tells the log why', async (_name, failure) => {
  await setPages(1);
  const cause = await failure();
  const lines: string[] = [];
  const { status, body } = errorReply(cause, pino({}, { write: (line) => void lines.push(line) }));
  expect(status).toBe(507);
  expect(JSON.parse(String(body))).toEqual({ status: 0, message: messages['storage.full'] });
  expect(lines.join()).toContain((cause as Error).message);
});

it('other errors of the database and of files are none of a full disk', async () => {
  const noTable = await sql`select * from nothing`.execute(db).catch((error: unknown) => error);
  expect(isDiskFull(noTable)).toBe(false);
  expect(isDiskFull(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe(false);
  expect(isDiskFull(undefined)).toBe(false);
});
