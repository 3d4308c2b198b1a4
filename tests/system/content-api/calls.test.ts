import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { MIB } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
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
  engine = await startEngine({ UPLOAD_TEXT_MAX_BYTES: String(2 * MIB) });
});
afterAll(() => engine.close());

const send = (name: CallName, body: string | Buffer, contentType = 'application/json', id: Id = 1) =>
  engine.call<Job>(name, { body, contentType, params: { id } });

describe('the query of a call', () => {
  it.each([
    ['jobs', '?page=0', { page: ['This must be a whole number from 1 to 1000000.'] }],
    ['jobs', '?page=1&page=2', { page: ['This must be a whole number from 1 to 1000000.'] }],
    ['jobs', '?search=a&search=b', { search: ['This was sent more than once.'] }],
    ['getJobs', '?status=gone', { status: ['This must be one of: draft, open, closed, filled.'] }],
    [
      'jobs',
      `?page=-1.5&location_type=x&search=${'x'.repeat(101)}`,
      {
        page: ['This must be a whole number from 1 to 1000000.'],
        location_type: ['This must be one of: onsite, hybrid, remote.'],
        search: ['This text is longer than the limit of 100 characters.'],
      },
    ],
  ] as const)('%s%s is 422, and every parameter is named once', async (name, query, errors) => {
    const answer = await engine.call(name, { query });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ status: 0, message: messages['fields.invalid'], errors });
  });

  it('may have parameters that nobody knows, and empty ones', async () => {
    const query = '?utm_source=x&search=&department=&employment_type=&__proto__=1';
    expect((await engine.call('jobs', { query })).status).toBe(200);
  });
});

describe('the body of a call', () => {
  it('says what is wrong with it as a whole', async () => {
    expect((await send('addJob', '[]')).body.errors).toEqual({ body: [messages['field.notAnObject']] });
  });
});

it('a refusal with data names its code, without which nobody could read the data', async () => {
  const { body } = await send('addJob', JSON.stringify(job));
  const id = body.data?.id ?? 0;
  const yours = '2026-01-01T00:00:00.000Z';
  const answer = await send('updateJobStatus', `{"status":"closed","updated_at":"${yours}"}`, undefined, id);
  expect(answer.status).toBe(409);
  expect(answer.body).toEqual({
    status: 0,
    code: 'conflict.newer',
    message: expect.stringContaining(`${body.data?.updated_at}`),
    data: { yours, current: body.data?.updated_at, who: expect.stringMatching(/\S/) },
  });
});
