import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { attempt } from '../../../../server/bff/intake/sender.ts';
import { AppError } from '../../../../server/errors.ts';

it('what a failing host says of a form is in no log: it may repeat what was typed', async () => {
  const body = Readable.from([Buffer.from('<pre>email => zmarak@visitor.example</pre>')]);
  const outcome = await attempt(async () => ({
    status: 500,
    headers: { 'content-type': 'text/html' },
    body,
  }));
  const problem = { code: 'upstream.failed', status: 500 };
  // It may have stored the form nevertheless.
  expect(outcome).toMatchObject({ kind: 'failed', problem, wasSent: true });
  const { cause } = outcome as { cause: Error };
  expect(`${cause.stack} ${String(cause.cause)}`).not.toContain('zmarak');
  expect(cause.message).toContain('500');
});

it('a host that asks for a day is left alone for five minutes: one form must not hold up all others', async () => {
  const headers = { 'retry-after': '86400' };
  const outcome = await attempt(async () => ({ status: 429, headers, body: Readable.from([]) }));
  expect(outcome).toMatchObject({ kind: 'failed', isOfHost: true, retryAfterMs: 5 * 60_000 });
});

it.each([
  [
    'a list that nothing makes a text of',
    `{"status":1,"errors":{"a":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}}`,
    true,
  ],
  ['a field whose words are no text', '{"status":1,"errors":{"a":{"toString":1}}}', true],
  ['a status that no number is made of', '{"status":{"valueOf":1,"toString":1}}', false],
])('a host that answers with %s has answered: the form is not sent again', async (_what, text, isTaken) => {
  const headers = { 'content-type': 'application/json' };
  const outcome = await attempt(async () => ({
    status: 200,
    headers,
    body: Readable.from([Buffer.from(text)]),
  }));
  expect(outcome).toMatchObject({ kind: 'answered', isTaken });
});

it.each([
  ['a call that the host lacks', new AppError('host.callMissing', 404), { status: 404 }],
  [
    'a file where the host takes none',
    new AppError('host.takesNoFiles', 422, { fields: { cv: ['No files.'] } }),
    { status: 422, message: expect.stringContaining('cv: No files.') },
  ],
])(
  '%s is a refusal of the form, and not a failure that ends: it is not sent again',
  async (_what, error, problem) => {
    const outcome = await attempt(() => Promise.reject(error));
    expect(outcome).toMatchObject({ kind: 'answered', isTaken: false, problem });
  },
);

it.each([200, 410])(
  'a page with %i keeps the length that its host said: it is not relayed as an empty answer',
  async (status) => {
    const headers = { 'content-type': 'text/html', 'content-length': '9' };
    const outcome = await attempt(async () => ({
      status,
      headers,
      body: Readable.from([Buffer.from('<p>No</p>')]),
    }));
    expect(outcome).toMatchObject({ kind: 'answered', isTaken: status === 200, answer: { status, headers } });
  },
);

it('the 404 of the embedded engine is about the job of an application: it is for the sender', async () => {
  const gone = async () => ({
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: Readable.from([Buffer.from('<p>No</p>')]),
  });
  expect(await attempt(gone, true)).toMatchObject({ kind: 'answered', isTaken: false });
  expect(await attempt(gone)).toMatchObject({ kind: 'failed', refusesCall: true });
});
