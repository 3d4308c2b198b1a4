import type { Counts } from '../../database/site/counts.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { createLimiter } from '../../limiter.ts';
import type { EngineCall } from '../calls.ts';
import { badField } from '../validation/field-errors.ts';
import { passwordMatches } from './passwords.ts';
import { type Account, findAccount } from './repository.ts';

type Caller = Pick<EngineCall, 'admin'>;

export type OwnAccount = ReturnType<typeof createOwnAccount>;

/**
 * The account of the admin who makes a call, and the proof that its owner does: five wrong passwords or codes in fifteen
 * minutes, so that somebody who finds an unattended session cannot guess them.
 */
export function createOwnAccount(db: Db, counts: Counts) {
  const attempts = createLimiter({ counts, kind: 'own-password', limit: 5, windowMs: 15 * 60_000 });

  async function of({ admin }: Caller): Promise<Account> {
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
    async confirmed(call: Caller & { body(): Promise<{ current_password: string }> }): Promise<Account> {
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
