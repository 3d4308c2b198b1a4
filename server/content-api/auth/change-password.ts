import { isGuessable } from '#shared/guessable-password.ts';
import { messages } from '#shared/messages.ts';
import { type Counts, countsInMemory } from '../../database/site/counts.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { createLimiter } from '../../limiter.ts';
import type { Handlers } from '../calls.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { deleteTokens, findAdminByEmail, normalEmail, replacePassword } from './repository.ts';
import type { Tokens } from './tokens.ts';

/**
 * Number of wrong passwords that one admin may send within the window. Someone who gets hold of a session for a short
 * time can therefore not guess the password.
 */
const maxAttempts = 5;
const windowMs = 15 * 60 * 1000;

/** `company` returns the name of the company, on which no password may be based. */
export function passwordHandlers(
  db: Db,
  tokens: Tokens,
  company: () => string,
  counts: Counts = countsInMemory(),
): Handlers {
  const attempts = createLimiter({
    counts,
    kind: 'password-change',
    limit: maxAttempts,
    windowMs,
    code: 'login.throttled',
  });
  return {
    async changePassword(call) {
      const { current_password: current, new_password: wanted } = await call.body();
      const account = call.admin && (await findAdminByEmail(db, call.admin.email));
      assertThat(account, 'session.required', 401);
      if (normalEmail(wanted) === account.email) throw badField('new_password', 'password.isEmail');
      if (isGuessable(wanted, [company(), account.email])) {
        throw badField('new_password', 'password.guessable');
      }

      // Counted before the check, so that of many concurrent attempts only `maxAttempts` pass. If the password is
      // right, the count is taken back.
      const attempt = await attempts.take(`admin ${account.id}`);
      if (!(await passwordMatches(current, account.password_hash))) {
        throw badField('current_password', 'password.wrong');
      }
      await attempt.giveBack();

      const hash = await hashPassword(wanted);
      const ended = await db.transaction().execute(async (tx) => {
        // If the password has changed since the comparison, nothing is replaced: the password that was compared is no
        // longer right.
        const replaced = await replacePassword(tx, account.id, hash, account.password_hash);
        if (!replaced) throw badField('current_password', 'password.wrong');
        return deleteTokens(tx, account.id, tokens.hashOf(call.authorization));
      });
      tokens.tellEnded(ended);
      return { data: null, message: 'password.changed' };
    },
  };
}

function badField(
  field: string,
  code: 'password.wrong' | 'password.isEmail' | 'password.guessable',
): AppError {
  return new AppError('fields.invalid', 422, { fields: { [field]: [messages[code]] } });
}
