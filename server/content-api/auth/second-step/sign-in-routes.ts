import type { Db } from '../../../database/types.ts';
import { assertThat } from '../../../errors.ts';
import type { Handlers } from '../../calls.ts';
import { signedIn } from '../routes.ts';
import type { Tokens } from '../tokens.ts';
import type { Passkeys } from './passkeys.ts';
import { findAccount } from './repository.ts';
import type { SecondSteps } from './second-step.ts';

interface SignInParts {
  db: Db;
  tokens: Tokens;
  passkeys: Passkeys;
  steps: SecondSteps;
}

/** Two ways to sign in: with the second step after the password, or with a passkey instead of a password. */
export function secondStepSignIn({ db, tokens, passkeys, steps }: SignInParts): Handlers {
  return {
    async secondStep(call) {
      const { ticket, code, recovery_code: recovery, passkey } = await call.body();
      const { account, spendTicket } = await steps.accountOfTicket(ticket);
      if (passkey) {
        assertThat((await passkeys.prove(passkey)) === account.id, 'passkey.wrong', 401, { data: null });
        await db.transaction().execute(spendTicket);
      } else {
        await db.transaction().execute(async (tx) => {
          if (code !== undefined) await steps.proveCode(tx, account.id, code);
          else await steps.proveRecovery(tx, account.id, recovery ?? '');
          await spendTicket(tx);
        });
      }
      return signedIn(tokens, account, call);
    },

    async passkeyOptions() {
      return { data: passkeys.options() };
    },

    async passkeyLogin(call) {
      const { passkey } = await call.body();
      const account = await findAccount(db, await passkeys.prove(passkey));
      assertThat(account, 'passkey.wrong', 401, { data: null });
      return signedIn(tokens, account, call);
    },
  };
}
