import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import type { Job } from '#shared/schemas/job.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';

const job = {
  title: 'Editor',
  department: 'Film',
  employment_type: 'INTERN',
  location_type: 'remote',
};

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

const send = (name: 'addJob' | 'updateJobStatus', body: object, id: Id = 1) =>
  engine.call<Job>(name, { body: JSON.stringify(body), contentType: 'application/json', params: { id } });

it('a refusal with data names its code, without which nobody could read the data', async () => {
  const { body } = await send('addJob', job);
  const id = body.data?.id ?? 0;
  const yours = '2026-01-01T00:00:00.000Z';
  const answer = await send('updateJobStatus', { status: 'closed', updated_at: yours }, id);
  expect(answer.status).toBe(409);
  expect(answer.body).toEqual({
    status: 0,
    code: 'conflict.newer',
    message: expect.stringContaining(`${body.data?.updated_at}`),
    data: { yours, current: body.data?.updated_at, who: expect.stringMatching(/\S/) },
  });
});
