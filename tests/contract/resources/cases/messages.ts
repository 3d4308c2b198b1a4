import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { messageRows } from '#shared/contract/messages.ts';
import type { Message, MessageType } from '#shared/schemas/message.ts';
import type { Engine } from '../../../support/engines.ts';
import { type GoodCalls, page } from './good-call.ts';

/** Body of the contact form. */
export const goodContact = {
  name: 'Gul Meena',
  email: 'gul@example.com',
  phone: '+92 91 555 0100',
  subject: 'A film about tea',
  message: 'Dear studio,\n\nhow much is it?',
  website: '',
  form_token: 'none',
};

/** Body of the form for the deletion of an account. */
export const goodDeletion = {
  name: '',
  email: 'gul@example.com',
  app_name: 'Tea timer',
  account_identifier: 'gul_meena',
  message: '',
  website: '',
  form_token: 'none',
};

/** The message as admins see it. */
export const shownContact = {
  type: 'contact',
  name: goodContact.name,
  email: goodContact.email,
  phone: goodContact.phone,
  subject: goodContact.subject,
  message: goodContact.message,
  app_name: null,
  account_identifier: null,
  status: 'new',
  due_at: null,
  handled_at: null,
};

export const shownDeletion = {
  type: 'account_deletion',
  name: null,
  email: goodDeletion.email,
  phone: null,
  subject: null,
  message: null,
  app_name: goodDeletion.app_name,
  account_identifier: goodDeletion.account_identifier,
  status: 'new',
  due_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  handled_at: null,
};

export const messageCalls: GoodCalls<typeof messageRows> = {
  contactUs: (engine) => ({
    json: goodContact,
    message: 'Thank you. Your message has reached us.',
    data: null,
    read: async (answer) => answer && newestMessage(engine, 'contact'),
  }),
  requestAccountDeletion: (engine) => ({
    json: { ...goodDeletion, name: 'Gul Meena', message: 'Please.' },
    message: 'Thank you. Your request has reached us.',
    data: { due_at: shownDeletion.due_at },
    read: async (answer) => answer && newestMessage(engine, 'account_deletion'),
  }),
  getMessages: async (engine) => {
    const { id } = await makeMessage(engine, 'account_deletion');
    return {
      query: '?page=1&type=account_deletion&status=new',
      data: {
        ...page,
        data: expect.arrayContaining([expect.objectContaining({ ...shownDeletion, id })]),
        counts: { new: expect.any(Number) },
        unread: expect.any(Number),
      },
    };
  },
  getSingleMessage: async (engine) => {
    const { id, created_at, updated_at } = await makeMessage(engine);
    return { params: { id }, data: { ...shownContact, id, created_at, updated_at } };
  },
  updateMessageStatus: async (engine) => {
    const { id, updated_at } = await makeMessage(engine);
    const data = { ...shownContact, id, status: 'replied', handled_at: expect.any(String) };
    const json = { status: 'replied', updated_at };
    return { params: { id }, json, message: 'Message updated successfully', data };
  },
  deleteMessage: async (engine) => {
    const { id } = await makeMessage(engine);
    return { params: { id }, message: 'Message deleted successfully', data: null };
  },
};

/** Sends a form as an admin, who has no rate limit, and returns the message as the inbox shows it. */
export async function makeMessage(
  engine: Engine,
  type: MessageType = 'contact',
  changes: Record<string, unknown> = {},
): Promise<Message> {
  const [row, good] =
    type === 'contact'
      ? ([contract.contactUs, goodContact] as const)
      : ([contract.requestAccountDeletion, goodDeletion] as const);
  const sent = await engine.admin.post(callPath(row)).send({ ...good, ...changes });
  expect(sent.status, sent.text).toBe(200);
  return await newestMessage(engine, type);
}

async function newestMessage({ admin }: Engine, type: MessageType): Promise<Message> {
  const inbox = await admin.get(`${callPath(contract.getMessages)}?type=${type}`);
  return inbox.body.data.data[0];
}
