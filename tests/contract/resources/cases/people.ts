import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { accountLinkRows, peopleRows } from '#shared/contract/desk/people.ts';
import { contract } from '#shared/contract/index.ts';
import type { Person } from '#shared/schemas/person.ts';
import type { Engine } from '../../../support/engines.ts';
import type { GoodCalls } from './good-call.ts';
import { page } from './good-call.ts';

let last = 0;

/** Returns an invitation to a new email address. */
export function newInvite() {
  last += 1;
  return { name: `Person ${last}`, email: `Person-${last}@Studio.example`, role: 'editor' as const };
}

/** Invites a new person. */
export async function makeInvited(engine: Pick<Engine, 'admin'>): Promise<Person> {
  const { body } = await engine.admin.post(callPath(contract.invitePerson)).send(newInvite()).expect(200);
  return body.data;
}

export const peopleCalls: GoodCalls<typeof peopleRows> = {
  getPeople: () => ({ data: { ...page, mails: 'queued', links: true } }),
  invitePerson: () => {
    const invite = newInvite();
    return {
      json: invite,
      message: 'Invitation created. It is mailed as soon as SMTP_URL is set.',
      data: { name: invite.name, email: invite.email.toLowerCase(), role: 'editor', state: 'invited' },
    };
  },
  resendInvite: async (engine) => {
    const { id } = await makeInvited(engine);
    return {
      params: { id },
      message: 'Invitation created. It is mailed as soon as SMTP_URL is set.',
      data: { id, invite_ends_at: expect.any(String) },
    };
  },
  updatePerson: async (engine) => {
    const { id } = await makeInvited(engine);
    return {
      params: { id },
      json: { role: 'reader' },
      message: 'Role changed. This person has to sign in again.',
      data: { id, role: 'reader' },
    };
  },
  removePerson: async (engine) => {
    const { id } = await makeInvited(engine);
    return { params: { id }, message: 'Invitation revoked. Its link no longer works.', data: null };
  },
};

/** Only pages of the site make these calls, so there is nothing at their addresses. */
export const accountLinkCalls: GoodCalls<typeof accountLinkRows> = {
  readInvite: () => ({ json: {}, data: null }),
  acceptInvite: () => ({ json: {}, data: null }),
  readReset: () => ({ json: {}, data: null }),
  resetPassword: () => ({ json: {}, data: null }),
  forgotPassword: () => ({ json: {}, data: null }),
};
