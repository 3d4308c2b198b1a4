import { randomBytes } from 'node:crypto';
import type { Counts } from '../../../database/site/counts.ts';
import type { Db } from '../../../database/types.ts';
import type { Handlers } from '../../calls.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Tokens } from '../tokens.ts';
import { secondStepAccount } from './account-routes.ts';
import { createSecondStepKeys } from './keys.ts';
import { createPasskeys } from './passkeys.ts';
import { createSecondSteps, type SecondSteps } from './second-step.ts';
import { secondStepSignIn } from './sign-in-routes.ts';
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
