import { randomBytes } from 'node:crypto';
import type { Counts } from '../../../database/site/counts.ts';
import type { Db } from '../../../database/types.ts';
import { assertThat } from '../../../errors.ts';
import type { Handlers } from '../../calls.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { signedIn } from '../routes.ts';
import type { Tokens } from '../tokens.ts';
import { secondStepAccount } from './account-routes.ts';
import { createSecondStepKeys } from './keys.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { findAccount } from './repository.ts';
import { createSecondSteps, type SecondSteps } from './second-step.ts';
import { createTickets } from './tickets.ts';

/** Settings by the operator, passed on when the engine is constructed. */
export interface SecondStepSettings {
  /**
   * Keys derived from SESSION_SECRET for this purpose. The first key seals; each of the keys can open. Without keys,
   * only this process can open the values that it seals.
   */
  keys?: readonly Buffer[];
  /** PUBLIC_URL as configured: passkeys belong to its host name. */
  publicUrl?: URL;
  /** Milliseconds since 1970. */
  now?: () => number;
}

interface Parts {
  db: Db;
  tokens: Tokens;
  outbox: Pick<Outbox, 'enqueue'>;
  counts: Counts;
  company: () => string;
  settings: SecondStepSettings;
}

/** Passkeys, authenticator apps and recovery codes: signing in with them, and changing them. */
export function secondStepHandlers(parts: Parts): { handlers: Handlers; steps: SecondSteps } {
  const { db, tokens, company, settings } = parts;
  const { now = Date.now } = settings;
  const keys = createSecondStepKeys(settings.keys ?? [randomBytes(32)]);
  const tickets = createTickets(keys, now);
  const passkeys = createPasskeys(db, tickets, settings.publicUrl, company);
  const steps = createSecondSteps({ db, keys, tickets, passkeys, now });
  return {
    steps,
    handlers: {
      ...secondStepSignIn({ db, tokens, passkeys, steps }),
      ...secondStepAccount({ ...parts, keys, passkeys, now }),
    },
  };
}

interface SignInParts {
  db: Db;
  tokens: Tokens;
  passkeys: Passkeys;
  steps: SecondSteps;
}

/** Two ways to sign in: with the second step after the password, or with a passkey instead of a password. */
function secondStepSignIn({ db, tokens, passkeys, steps }: SignInParts): Handlers {
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
