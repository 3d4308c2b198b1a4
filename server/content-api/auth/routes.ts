import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { EngineAnswer, Handlers } from '../calls.ts';
import { passwordMatches } from './passwords.ts';
import { type Admin, findAdminByEmail } from './repository.ts';
import type { SecondSteps } from './second-step/second-step.ts';
import type { Tokens } from './tokens.ts';

/** Sign-in and sign-out. As at an API host, the answer contains the token, which the BFF withholds from browsers. */
export function authHandlers(db: Db, tokens: Tokens, steps: Pick<SecondSteps, 'ask'>): Handlers {
  return {
    async login(call) {
      const { email, password } = await call.body();
      const account = await findAdminByEmail(db, email);
      const matches = await passwordMatches(password, account?.password_hash);
      assertThat(account && matches, 'login.wrong', 401);
      await steps.ask(account);
      return signedIn(tokens, account, call);
    },
    async logout(call) {
      await tokens.revoke(call.authorization);
      return {};
    },
  };
}

/**
 * Returns the answer to a sign-in that has passed all its steps: a new token and its admin. Throws 401 when the
 * password has just changed.
 */
export async function signedIn(
  tokens: Tokens,
  { id, name, email, role, password_hash }: Admin & { password_hash: string },
  call: Parameters<Tokens['issue']>[1],
): Promise<EngineAnswer> {
  const token = await tokens.issue({ id, password_hash }, call);
  assertThat(token, 'login.wrong', 401);
  return { data: { token, user: { id, name, email, role } } };
}
