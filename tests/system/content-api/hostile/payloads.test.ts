// @module-tag deep/hostile: sends 2,000 hostile payloads to the engine
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { startEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { hostileRequests } from './payloads.ts';

/** `npm run lab -- hostile` sends all payloads; any other run sends a sample. */
const isFullRun = process.env.MODE === 'hostile';
const total = isFullRun ? 100_000 : 2_000;

const attacked = rows.flatMap((row) => {
  const requests = row.origin === 'session' && row.name !== 'login' ? undefined : hostileRequests(row);
  return requests ? [{ name: `${row.method} ${row.path}`, row, requests }] : [];
});
const each = Math.ceil(total / attacked.length);

let engine: TestEngine;
let before: Record<string, number>;
beforeAll(async () => {
  engine = await startEngine({ SAMPLE_CONTENT: 'off' });
  before = countRows();
});
afterAll(() => engine.close());

describe(`each of ${each * attacked.length} hostile payloads is refused`, { timeout: 600_000 }, () => {
  it.each(attacked)('by $name', async ({ row, requests }) => {
    await fc.assert(
      fc.asyncProperty(requests, fc.ipV4(), async (request, visitor) => {
        const { status, body } = await send(row, request, visitor);
        expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
        expect(status, JSON.stringify(body)).toBeLessThan(500);
        expect(body).toMatchObject({ status: 0, message: expect.stringMatching(/./) });
        expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:\d|SQLITE|at \w+ \(/);
      }),
      { numRuns: each },
    );
  });

  it('and leaves nothing behind: no row, no file, no error in the log', async () => {
    expect(countRows()).toEqual(before);
    expect(await engine.mediaFiles()).toEqual([]);
    expect(await engine.tempFiles()).toEqual([]);
    expect(engine.logLines.filter((line) => Number(line.level) >= 50)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

/** Sends the request from a new address, so that a rate limit does not hide the rules behind it. */
async function send(
  row: ContractRow,
  { path, body, headers }: Parameters<typeof asInit>[1],
  visitor: string,
) {
  const response = await engine.fetch(path, asInit(row, { path, body, headers }, visitor));
  return { status: response.status, body: await response.json() };
}

function asInit(
  row: ContractRow,
  request: { path: string; body?: FormData | string | Buffer | undefined; headers: Record<string, string> },
  visitor: string,
): RequestInit {
  return {
    method: row.method,
    headers: { ...request.headers, 'x-forwarded-for': visitor },
    ...(request.body !== undefined && row.method === 'POST' && { body: request.body as RequestInit['body'] }),
  };
}

function countRows(): Record<string, number> {
  const database = new DatabaseSync(join(engine.dataDir, 'content.sqlite'), { readOnly: true });
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        Number(database.prepare(`select count(*) as count from "${name}"`).get()?.count),
      ]),
    );
  } finally {
    database.close();
  }
}
