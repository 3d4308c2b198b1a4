import { isGuessable } from '#shared/guessable-password.ts';
import { isoNow } from '../../database/rows.ts';
import type { Counts } from '../../database/site/counts.ts';
import { createLimiter } from '../../database/site/limiter.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { badField, type EngineAnswer, type EngineCall, type Handlers } from '../calls.ts';
import {
  type Account,
  deleteTokens,
  findAccount,
  normalEmail,
  setPassword,
  type Tokens,
} from './accounts.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

/** Sign-in and sign-out. As at an API host, the answer contains the token, which the BFF withholds from browsers. */
export function authHandlers(
  db: Db,
  tokens: Tokens,
  askForStep: (account: Account) => Promise<void>,
): Handlers {
  return {
    async login(call) {
      const { email, password } = await call.body();
      const account = await findAccount(db, { email });
      const matches = await passwordMatches(password, account?.password_hash);
      assertThat(account && matches, 'login.wrong', 401);
      await askForStep(account);
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
  { password_hash, ...user }: Account,
  call: EngineCall,
): Promise<EngineAnswer> {
  const token = await tokens.issue({ id: user.id, password_hash }, call);
  assertThat(token, 'login.wrong', 401);
  return { data: { token, user } };
}

/** The greatest number of sessions that are listed: an admin who never signs out has one session for each sign-in. */
const mostListed = 100;
/** The public id of a session is part of a hash of 256 random bits, which reveals no token. */
const idLength = 24;

/** The admin's own account: their details, sessions and password. */
export function accountHandlers(
  db: Db,
  tokens: Tokens,
  own: OwnAccount,
  /** Returns the name of the company, on which no password may be based. */
  company: () => string,
): Handlers {
  return {
    async getAccount(call) {
      const { password_hash, ...account } = await own.of(call);
      const current = tokens.hashOf(call.authorization);
      const sessions = await db
        .selectFrom('tokens')
        .select(['token_hash', 'created_at', 'last_used_at', 'address', 'agent'])
        .where('admin_id', '=', account.id)
        .where('expires_at', '>', isoNow())
        .orderBy('last_used_at', (used) => used.desc().nullsLast())
        .orderBy('token_hash')
        .limit(mostListed)
        .execute();
      const listed = sessions.map(({ token_hash: hash, ...session }) => ({
        id: hash.slice(0, idLength),
        current: hash === current,
        ...session,
      }));
      return { data: { ...account, sessions: listed } };
    },

    async endSession(call) {
      const { id } = await call.body();
      const ended = await db
        .deleteFrom('tokens')
        .where('admin_id', '=', (await own.of(call)).id)
        .where('token_hash', 'like', `${id}%`)
        .returning('token_hash')
        .execute();
      assertThat(ended.length > 0, 'session.unknown', 404);
      tokens.tellEnded(ended.map(({ token_hash }) => token_hash));
      return { data: null, message: 'session.ended' };
    },

    async endOtherSessions(call) {
      const { id } = await own.of(call);
      tokens.tellEnded(await deleteTokens(db, id, tokens.hashOf(call.authorization)));
      return { data: null, message: 'session.othersEnded' };
    },

    async changePassword(call) {
      const { new_password: wanted } = await call.body();
      assertGoodPassword(wanted, await own.of(call), company());
      const account = await own.confirmed(call);
      const hash = await hashPassword(wanted);
      const kept = tokens.hashOf(call.authorization);
      const ended = await db.transaction().execute((tx) => setPassword(tx, account, hash, { kept }));
      if (!ended) throw badField('current_password', 'password.wrong');
      tokens.tellEnded(ended);
      return { data: null, message: 'password.changed' };
    },
  };
}

/** Throws 422 for a password that is the account's address, or that is easy to guess. */
export function assertGoodPassword(password: string, { email }: Pick<Account, 'email'>, company: string) {
  if (normalEmail(password) === email) throw badField('new_password', 'password.isEmail');
  if (isGuessable(password, [company, email])) throw badField('new_password', 'password.guessable');
}

export type OwnAccount = ReturnType<typeof createOwnAccount>;

/**
 * The account of the admin who makes a call, and the proof that its owner does: five wrong passwords or codes in fifteen
 * minutes, so that somebody who finds an unattended session cannot guess them.
 */
export function createOwnAccount(db: Db, counts: Counts) {
  const attempts = createLimiter({ counts, kind: 'own-password', limit: 5, windowMs: 15 * 60_000 });

  async function of({ admin }: Pick<EngineCall, 'admin'>) {
    const account = admin && (await findAccount(db, { id: admin.id }));
    assertThat(account, 'session.required', 401);
    return account;
  }

  /** Counted before the check, so that of many concurrent attempts only five pass; taken back if the check succeeds. */
  const attempt = ({ id }: Account) => attempts.take(`admin ${id}`);

  return {
    of,
    attempt,
    /** Returns the account, if the body has its password. Throws 422 at the field for a wrong password, and 429 after five of them. */
    async confirmed(call: Pick<EngineCall, 'admin'> & { body(): Promise<{ current_password: string }> }) {
      const { current_password } = await call.body();
      const account = await of(call);
      const { giveBack } = await attempt(account);
      if (!(await passwordMatches(current_password, account.password_hash)))
        throw badField('current_password', 'password.wrong');
      await giveBack();
      return account;
    },
  };
}
