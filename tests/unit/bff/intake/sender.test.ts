import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createFormSender } from '../../../../server/bff/intake/sender.ts';
import { formKinds, type VisitorForm } from '../../../../server/bff/intake/visitor-form.ts';
import { AppError } from '../../../../server/errors.ts';
import { createFormTokens } from '../../../../server/forms/form-tokens.ts';

type Options = Parameters<typeof createFormSender>[0];

const identity = { key: 'key', reference: 'ABCDEFGH', received_at: 0 };

function senderWith(takeHostToken: Options['takeHostToken']) {
  const secret = randomBytes(32);
  const sent: string[] = [];
  const request: Options['upstream']['request'] = async ({ json }) => {
    sent.push(String(json?.bytes));
    return { status: 200, headers: {}, body: Readable.from([]) };
  };
  const send = createFormSender({
    upstream: { url: new URL('http://host.example'), request },
    formTokens: createFormTokens(secret, () => 60_000),
    takeHostToken,
    hostJudges: () => true,
    assertion: undefined,
  });
  const token = createFormTokens(secret, () => 0).issue();
  return { send, sent, token };
}

function formOf(json: string): VisitorForm {
  const kind = formKinds.contactUs;
  if (!kind) throw new Error('no such form');
  return {
    kind,
    path: '/api/contactUs',
    content: { value: JSON.parse(json), bytes: Buffer.from(json) },
    headers: {},
  };
}

it('a host that fails to give a token has answered: forms that need none do not wait for it', async () => {
  const { send, sent, token } = senderWith(() => Promise.reject(new AppError('upstream.failed', 500)));
  const outcome = await send(formOf(JSON.stringify({ form_token: token })), identity, { requestId: 'id' });
  expect(outcome).toMatchObject({ kind: 'failed', wasSent: false, isOfHost: true, problem: { status: 500 } });
  expect(await send(formOf('{ "form_token":"theirs" }'), identity, { requestId: 'id' })).toMatchObject({
    kind: 'answered',
  });
  expect(sent).toEqual(['{ "form_token":"theirs" }']);
});
