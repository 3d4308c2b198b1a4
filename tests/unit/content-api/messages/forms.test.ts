import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import type { EngineCall } from '../../../../server/content-api/calls.ts';
import type { Mail } from '../../../../server/content-api/mail/mails.ts';
import { messageFormHandlers } from '../../../../server/content-api/messages/form-routes.ts';
import { idempotencyChore } from '../../../../server/content-api/visitors/idempotency.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';
import { AppError } from '../../../../server/errors.ts';
import { createFormTokens } from '../../../../server/forms/form-tokens.ts';

const dayMs = 24 * 60 * 60 * 1000;
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
let outbox: { enqueue(tx: Db, mail: Mail): Promise<void> };
beforeAll(async () => {
  db = openSqlite(':memory:');
  await migrate(db);
});
beforeEach(() => {
  now = Date.parse('2026-03-01T10:00:00.000Z');
  mails = [];
  outbox = {
    async enqueue(tx, mail) {
      expect(tx.isTransaction).toBe(true);
      mails.push(mail);
    },
  };
});
afterEach(() => db.deleteFrom('messages').execute());
afterAll(() => db.destroy());

/** Creates the handlers with a separate clock; `send` makes a visitor's call. */
function forms() {
  const formTokens = createFormTokens(Buffer.alloc(32, 7), () => now);
  const handlers = messageFormHandlers({
    db,
    formTokens,
    outbox: { enqueue: (...given) => outbox.enqueue(...given) },
    now: () => now,
  });
  const send = async (
    name: 'contactUs' | 'requestAccountDeletion',
    body: object,
    call: Partial<EngineCall> = {},
  ) => {
    const handler = handlers[name] as unknown as (call: Partial<EngineCall>) => Promise<unknown>;
    return handler({
      row: name,
      address: '198.51.100.1',
      receipt: { isCounted: false },
      body: (async () => body) as EngineCall['body'],
      ...call,
    });
  };
  const opened = () => {
    const token = formTokens.issue();
    now += 3_000;
    return token;
  };
  return { send, opened, formTokens };
}

const stored = () => db.selectFrom('messages').selectAll().execute();

describe('a message', () => {
  it('of the contact form is kept as new, and both are told', async () => {
    const { send, opened } = forms();
    await send('contactUs', { ...contact, form_token: opened(), website: '' });
    const created = new Date(now).toISOString();
    expect(await stored()).toMatchObject([
      { ...contact, type: 'contact', status: 'new', due_at: null, handled_at: null, created_at: created },
    ]);
    const { name, email } = contact;
    expect(mails).toEqual([
      {
        kind: 'message.receipt',
        to: email,
        name,
        message: { type: 'contact', subject: 'Tea', text: 'How much?' },
      },
      {
        kind: 'studio.newMessage',
        id: expect.any(Number),
        name,
        email,
        message: { type: 'contact', subject: 'Tea', text: 'How much?' },
      },
    ]);
  });

  it('that asks for the deletion of an account has a due date, the same in row, answer and mails', async () => {
    const { send, opened } = forms();
    const answer = await send('requestAccountDeletion', { ...deletion, form_token: opened() });
    const due = new Date(now + 30 * dayMs).toISOString();
    expect(answer).toEqual({ data: { due_at: due }, message: 'message.deletionReceived' });
    expect(await stored()).toMatchObject([
      { ...deletion, type: 'account_deletion', status: 'new', due_at: due },
    ]);
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail).toMatchObject({ message: { dueAt: due } });
  });

  it('is confirmed to one mailbox three times an hour and ten times a day, whoever sends it; the studio hears of each', async () => {
    const { send, opened } = forms();
    let sender = 0;
    const flood = async (times: number) => {
      mails = [];
      for (let count = 0; count < times; count += 1) {
        sender += 1;
        const email = ['gul@example.com', 'GUL@example.com', `gul+${sender}@example.com`][sender % 3];
        const form = { ...contact, email, form_token: opened() };
        expect(await send('contactUs', form, { address: `198.51.100.${sender}` })).toEqual({
          data: null,
          message: 'message.received',
        });
      }
      const told = mails.map(({ kind }) => kind);
      expect(told.filter((kind) => kind === 'studio.newMessage')).toHaveLength(times);
      return told.filter((kind) => kind === 'message.receipt').length;
    };
    const confirmed: number[] = [];
    for (let hour = 0; hour < 5; hour += 1) {
      confirmed.push(await flood(5));
      now += 60 * 60 * 1000;
    }
    expect(confirmed).toEqual([3, 3, 3, 1, 0]);
    mails = [];
    await send('contactUs', { ...contact, email: 'zar@example.com', form_token: opened() });
    expect(mails).toHaveLength(2);
  });

  it('is not kept when its mail cannot be queued, and does not count for the limit', async () => {
    const { send, opened } = forms();
    const { enqueue } = outbox;
    outbox.enqueue = async () => {
      throw new Error('The disk is full.');
    };
    for (let count = 0; count < 6; count += 1) {
      await expect(send('contactUs', { ...contact, form_token: opened() })).rejects.toThrow('disk');
    }
    expect(await stored()).toEqual([]);
    outbox.enqueue = enqueue;
    await send('contactUs', { ...contact, form_token: opened() });
    expect(await stored()).toHaveLength(1);
  });
});

describe('spam', () => {
  const signs: [story: string, guards: (form: ReturnType<typeof forms>) => object][] = [
    ['the trap is filled', ({ opened }) => ({ website: 'https://spam.example', form_token: opened() })],
    ['the trap holds no text', ({ opened }) => ({ website: ['x'], form_token: opened() })],
    ['there is no token', () => ({})],
    ['the token is no text', () => ({ form_token: { $ne: '' } })],
    ['the token is forged', ({ opened }) => ({ form_token: opened().replace(/.$/, '~') })],
    ['the form comes back too fast', ({ formTokens }) => ({ form_token: formTokens.issue() })],
  ];
  it.each(signs)('%s: kept apart, with the same answer, and nobody gets a mail', async (_story, guards) => {
    const form = forms();
    for (const [name, body] of [
      ['contactUs', contact],
      ['requestAccountDeletion', deletion],
    ] as const) {
      const honest = await form.send(name, { ...body, form_token: form.opened() });
      mails = [];
      const answer = await form.send(name, { ...body, ...guards(form) });
      expect(shapeOf(answer)).toEqual(shapeOf(honest));
      expect((await stored()).map((row) => row.status)).toEqual(['new', 'spam']);
      expect(mails).toEqual([]);
      await db.deleteFrom('messages').execute();
    }
  });

  it('is nothing that an admin writes, nor limited', async () => {
    const { send } = forms();
    const admin = { id: 1, email: 'admin@studio.test', name: 'Admin', role: 'owner' as const };
    for (let count = 0; count < 7; count += 1) await send('contactUs', contact, { admin });
    expect(new Set((await stored()).map(({ status }) => status))).toEqual(new Set(['new']));
  });

  function shapeOf(answer: unknown): string {
    return JSON.stringify(answer).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time');
  }
});

describe('a form that is sent again', () => {
  it('gets the answer of the first time, is there once and is mailed once', async () => {
    const { send, opened } = forms();
    const receivedAt = new Date(now - 86_400_000);
    const receipt = { key: 'one-form', reference: 'K7M4QXTW', receivedAt, isCounted: true };
    const body = { ...deletion, form_token: opened() };
    const first = await send('requestAccountDeletion', body, { receipt });
    expect(first).toMatchObject({ data: { due_at: expect.any(String) } });
    expect(await send('requestAccountDeletion', body, { receipt })).toEqual(first);
    // The month begins when the form was received, not when the engine stored it.
    const dueAt = new Date(receivedAt.getTime() + 30 * 86_400_000).toISOString();
    expect(await stored()).toMatchObject([
      { reference: 'K7M4QXTW', due_at: dueAt, created_at: receivedAt.toISOString() },
    ]);
    expect(mails).toHaveLength(2);
    // The key of one call does not match a form of another call, nor a form without a key.
    await send(
      'contactUs',
      { ...contact, form_token: opened() },
      { receipt: { key: 'one-form', isCounted: true } },
    );
    await send('contactUs', { ...contact, form_token: opened() });
    expect(await stored()).toHaveLength(3);
  });

  it('is not held against its address when it was counted before', async () => {
    const { send } = forms();
    for (let count = 0; count < 7; count += 1)
      await send('contactUs', contact, { receipt: { isCounted: true } });
    expect(await stored()).toHaveLength(7);
  });

  it('is new again when its key has been forgotten', async () => {
    const { send } = forms();
    const receipt = { key: 'old', isCounted: true };
    await send('contactUs', contact, { receipt });
    await idempotencyChore(db).run(new Date(now + 29 * 86_400_000));
    await send('contactUs', contact, { receipt });
    expect(await stored()).toHaveLength(1);
    await idempotencyChore(db).run(new Date(now + 31 * 86_400_000));
    await send('contactUs', contact, { receipt });
    expect(await stored()).toHaveLength(2);
  });
});

describe('the limit by address', () => {
  it('is five forms an hour, of both kinds together, then 429 with the wait', async () => {
    const { send } = forms();
    for (let count = 0; count < 3; count += 1) await send('contactUs', contact);
    for (let count = 0; count < 2; count += 1) await send('requestAccountDeletion', deletion);
    now += 60_000;
    for (const name of ['contactUs', 'requestAccountDeletion'] as const) {
      const refused: unknown = await send(name, contact).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AppError);
      expect(refused).toMatchObject({
        code: 'form.tooOften',
        status: 429,
        headers: { 'Retry-After': '3540' },
      });
    }
    expect(await stored()).toHaveLength(5);
    await send('contactUs', contact, { address: '203.0.113.7' });
    now += 59 * 60_000;
    await send('contactUs', contact);
    expect(await stored()).toHaveLength(7);
  });

  it('is asked before the body is read, and does not count what is refused', async () => {
    const { send } = forms();
    let reads = 0;
    const body = async () => {
      reads += 1;
      throw new AppError('fields.invalid', 422);
    };
    for (let count = 0; count < 6; count += 1) {
      await expect(send('contactUs', {}, { body })).rejects.toMatchObject({ status: 422 });
    }
    // Many people share a network.
    for (let count = 0; count < limits.formsPerAddressPerHour; count += 1)
      await send('contactUs', { ...contact, email: `${count}@visitor.example` });
    await expect(send('contactUs', {}, { body })).rejects.toMatchObject({ status: 429 });
    expect(reads).toBe(6);
  });
});
