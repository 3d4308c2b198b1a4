import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EngineCall } from '../../../../server/content-api/calls.ts';
import type { Mail } from '../../../../server/content-api/mail/mails.ts';
import { messageFormHandlers } from '../../../../server/content-api/messages/routes.ts';
import type { Db } from '../../../../server/database/types.ts';
import { createFormTokens } from '../../../../server/forms/form-tokens.ts';
import { databaseForAll } from '../../../support/engine/in-memory.ts';

const contact = { name: 'Gul', email: 'gul@example.com', phone: null, subject: 'Tea', message: 'How much?' };
const deletion = {
  name: null,
  email: 'gul@example.com',
  app_name: 'Tea timer',
  account_identifier: 'gul',
  message: null,
};

let db: Db;
let now: number;
let mails: Mail[];
let mailFails: boolean;
let formTokens: ReturnType<typeof createFormTokens>;
let handlers: ReturnType<typeof messageFormHandlers>;
databaseForAll((made) => (db = made));
beforeEach(() => {
  now = Date.parse('2026-03-01T10:00:00.000Z');
  mails = [];
  mailFails = false;
  formTokens = createFormTokens(Buffer.alloc(32, 7), () => now);
  handlers = messageFormHandlers({
    db,
    formTokens,
    outbox: {
      async enqueue(tx, mail) {
        expect(tx.isTransaction).toBe(true);
        if (mailFails) throw new Error('The disk is full.');
        mails.push(mail);
      },
    },
    now: () => now,
  });
});
afterEach(() => db.deleteFrom('messages').execute());

function send(name: 'contactUs' | 'requestAccountDeletion', form: object, call: Partial<EngineCall> = {}) {
  const handler = handlers[name] as unknown as (call: Partial<EngineCall>) => Promise<unknown>;
  const body = (async () => form) as EngineCall['body'];
  return handler({ row: name, address: '198.51.100.1', receipt: { isCounted: false }, body, ...call });
}

/** Returns the token of a form that was opened three seconds ago. */
function opened() {
  const form_token = formTokens.issue();
  now += 3_000;
  return { form_token };
}

const stored = () => db.selectFrom('messages').selectAll().execute();

it('is confirmed to one mailbox three times an hour and ten times a day, whoever sends it; the studio hears of each', async () => {
  let sender = 0;
  const confirmed: number[] = [];
  for (let hour = 0; hour < 5; hour += 1) {
    mails = [];
    for (let count = 0; count < 5; count += 1) {
      sender += 1;
      const email = ['gul@example.com', 'GUL@example.com', `gul+${sender}@example.com`][sender % 3];
      await send('contactUs', { ...contact, email, ...opened() }, { address: `198.51.100.${sender}` });
    }
    const receipts = mails.filter(({ kind }) => kind === 'message.receipt').length;
    expect(mails).toHaveLength(5 + receipts);
    confirmed.push(receipts);
    now += 60 * 60 * 1000;
  }
  expect(confirmed).toEqual([3, 3, 3, 1, 0]);
  mails = [];
  await send('contactUs', { ...contact, email: 'zar@example.com', ...opened() });
  expect(mails).toHaveLength(2);
});

it('is not kept when its mail cannot be queued, and does not count for the limit', async () => {
  mailFails = true;
  for (let count = 0; count < 6; count += 1)
    await expect(send('contactUs', { ...contact, ...opened() })).rejects.toThrow('disk');
  expect(await stored()).toEqual([]);
  mailFails = false;
  await send('contactUs', { ...contact, ...opened() });
  expect(await stored()).toHaveLength(1);
});

it.each<[string, () => object]>([
  ['the trap is filled', () => ({ website: 'https://spam.example', ...opened() })],
  ['there is no token', () => ({})],
  ['the form comes back too fast', () => ({ form_token: formTokens.issue() })],
])('spam, as %s: kept apart, with the same answer, and nobody gets a mail', async (_story, guards) => {
  const shapeOf = (answer: unknown) => JSON.stringify(answer).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time');
  const honest = await send('requestAccountDeletion', { ...deletion, ...opened() });
  mails = [];
  const answer = await send('requestAccountDeletion', { ...deletion, ...guards() });
  expect(shapeOf(answer)).toEqual(shapeOf(honest));
  expect((await stored()).map((row) => row.status)).toEqual(['new', 'spam']);
  expect(mails).toEqual([]);
});

it('is stored once when it is sent again, with the day that counts from its receipt', async () => {
  const receivedAt = new Date(now - 86_400_000);
  const receipt = { key: 'one-form', reference: 'K7M4QXTW', receivedAt, isCounted: true };
  const form = { ...deletion, ...opened() };
  const first = await send('requestAccountDeletion', form, { receipt });
  expect(await send('requestAccountDeletion', form, { receipt })).toEqual(first);
  const dueAt = new Date(receivedAt.getTime() + 30 * 86_400_000).toISOString();
  expect(await stored()).toMatchObject([
    { reference: 'K7M4QXTW', due_at: dueAt, created_at: receivedAt.toISOString() },
  ]);
  expect(mails).toHaveLength(2);
});
