import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { accountRows } from '#shared/contract/desk/account.ts';
import { contract } from '#shared/contract/index.ts';
import { signIn } from '../../../support/sign-in.ts';
import type { GoodCalls } from './good-call.ts';

export const accountCalls: GoodCalls<typeof accountRows> = {
  getAccount: ({ credentials }) => ({
    data: { email: credentials.email, role: 'owner', sessions: expect.any(Array) },
  }),
  endSession: async (engine) => {
    await signIn(engine.app, engine.credentials);
    const { body } = await engine.admin.get(callPath(contract.getAccount));
    const other = body.data.sessions.find((session: { current: boolean }) => !session.current);
    return { json: { id: other.id }, message: 'Session ended. That browser is signed out.', data: null };
  },
  endOtherSessions: () => ({ message: 'All other sessions have ended.', data: null }),
};
