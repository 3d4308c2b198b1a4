import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import { passwordMatches } from './passwords.ts';
import { findAdminByEmail } from './repository.ts';
import type { Tokens } from './tokens.ts';

/** Sign-in and sign-out as an API host has them: the token is in the answer, and the BFF keeps it from browsers. */
export function authHandlers(db: Db, tokens: Tokens): Handlers {
  return {
    async login(call) {
      const { email, password } = await call.body();
      const account = await findAdminByEmail(db, email);
      const matches = await passwordMatches(password, account?.password_hash);
      assertThat(account && matches, 'login.wrong', 401);
      const token = await tokens.issue(account);
      assertThat(token, 'login.wrong', 401);
      return { data: { token, user: { id: account.id, name: account.name, email: account.email } } };
    },
    async logout(call) {
      await tokens.revoke(call.authorization);
      return {};
    },
  };
}
