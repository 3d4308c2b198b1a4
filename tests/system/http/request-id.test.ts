import type { RequestHandler } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignRequestId, requestIdOf } from '../../../server/http/request-id.ts';
import { type RunningPasses, runPasses } from './run-passes.ts';

let passes: RunningPasses;
beforeAll(async () => {
  const sayId: RequestHandler = (_req, res) => void res.send(requestIdOf(res));
  passes = await runPasses(
    assignRequestId(() => false),
    sayId,
  );
});
afterAll(() => passes.close());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function ask(headers: [string, string][]) {
  const answer = await fetch(passes.url, { headers });
  const id = await answer.text();
  expect(answer.headers.get('x-request-id')).toBe(id);
  return id;
}

it('a caller without an id gets one, another each time', async () => {
  const first = await ask([]);
  expect(first).toMatch(uuid);
  expect(await ask([])).not.toBe(first);
});

it.each(['lb-7.req_12', 'x'.repeat(64)])('%s is kept', async (id) => {
  expect(await ask([['X-Request-Id', id]])).toBe(id);
});

it.each(['x'.repeat(65), '{"msg":"forged"}'])('%s is not', async (id) => {
  expect(await ask([['X-Request-Id', id]])).toMatch(uuid);
});
