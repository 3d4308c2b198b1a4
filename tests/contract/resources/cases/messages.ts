import { expect } from 'vitest';
import type { Message, MessageType } from '#shared/schemas/message.ts';
import type { Engine } from '../../../support/engines.ts';

/** Body of the contact form. */
export const goodContact = {
  ...{ name: 'Gul Meena', email: 'gul@example.com', phone: '+92 91 555 0100', subject: 'A film about tea' },
  ...{ message: 'Dear studio,\n\nhow much is it?', website: '', form_token: 'none' },
};

/** Body of the form for the deletion of an account. */
export const goodDeletion = {
  ...{ name: '', email: 'gul@example.com', app_name: 'Tea timer', account_identifier: 'gul_meena' },
  ...{ message: '', website: '', form_token: 'none' },
};

const { website: _website, form_token: _token, ...written } = goodContact;
const untouched = { status: 'new', due_at: null, handled_at: null };

/** The messages as admins see them. */
export const shownContact = {
  ...{ type: 'contact', ...written, ...untouched, app_name: null, account_identifier: null },
};
export const shownDeletion = {
  ...{ type: 'account_deletion', ...untouched, name: null, email: 'gul@example.com', phone: null },
  ...{ subject: null, message: null, app_name: 'Tea timer', account_identifier: 'gul_meena' },
  due_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
};

/** Sends a form as an admin, who has no rate limit, and returns the message as the inbox shows it. */
export async function makeMessage(
  engine: Engine,
  type: MessageType = 'contact',
  changes: object = {},
): Promise<Message> {
  if (type === 'contact') await engine.admin.read('contactUs', { ...goodContact, ...changes });
  else await engine.admin.read('requestAccountDeletion', { ...goodDeletion, ...changes });
  return await newestMessage(engine, type);
}

export async function newestMessage({ admin }: Engine, type: MessageType): Promise<Message> {
  return (await admin.read('getMessages', { type })).data[0];
}
