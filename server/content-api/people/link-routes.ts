import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { isGuessable } from '#shared/guessable-password.ts';
import { linkPath } from '#shared/link-paths.ts';
import { isoNow } from '../../database/clock.ts';
import type { Counts } from '../../database/site/counts.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { createLimiter } from '../../limiter.ts';
import { hashPassword, hostPassword } from '../auth/passwords.ts';
import { deleteTokens, normalEmail, replacePassword } from '../auth/repository.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Handlers } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { findLink, type LinkOwner, makeLink } from './links.ts';

interface LinkRoutesOptions {
  db: Db;
  tokens: Pick<Tokens, 'tellEnded'>;
  outbox: Pick<Outbox, 'enqueue'>;
  counts: Counts;
  /** PUBLIC_URL as configured: the base of links in mails. */
  linksFrom: URL | undefined;
  /** Returns the name of the company, on which no password may be based. */
  company: () => string;
  log: Logger;
}

const hourMs = 3_600_000;
/**
 * Maximum number of password mails in an hour: `perAddress` for requests from one IP address, `perAccount` for mails
 * to one account.
 */
const perAddress = 10;
const perAccount = 3;

/**
 * Returns the handlers of the calls that the pages behind invitation and reset links make, and of the request for a
 * reset. Only pages of the site make these calls (`pageOnly` of their contract rows).
 */
export function accountLinkHandlers(options: LinkRoutesOptions): Handlers {
  const { db, tokens, outbox, counts, linksFrom, company, log } = options;
  const limited = { counts, windowMs: hourMs, code: 'login.throttled' } as const;
  const addresses = createLimiter({ ...limited, kind: 'forgot-address', limit: perAddress });
  const accounts = createLimiter({ ...limited, kind: 'forgot-account', limit: perAccount });

  function assertGood(password: string, { email }: LinkOwner): void {
    const errors = new FieldErrors();
    if (normalEmail(password) === email) errors.add('new_password', 'password.isEmail');
    else if (isGuessable(password, [company(), email])) errors.add('new_password', 'password.guessable');
    errors.throwIfAny();
  }

  /**
   * Sets the password of the link's admin, and uses up the link. `replacePassword` deletes all links of the account,
   * and fails if the password has changed since it was read: so of two concurrent attempts the second one fails.
   */
  async function setPassword(kind: 'invite' | 'reset', secret: string, password: string, name?: string) {
    const owner = await findLink(db, kind, secret);
    assertThat(owner, 'link.gone', 404);
    assertGood(password, owner);
    const hash = await hashPassword(password);
    const ended = await db.transaction().execute(async (tx) => {
      assertThat(await findLink(tx, kind, secret), 'link.gone', 404);
      assertThat(await replacePassword(tx, owner.id, hash, owner.password_hash), 'link.gone', 404);
      if (name !== undefined) {
        await tx.updateTable('admins').set({ name, invited_at: null }).where('id', '=', owner.id).execute();
      }
      return deleteTokens(tx, owner.id);
    });
    tokens.tellEnded(ended);
    return { data: { email: owner.email } };
  }

  /** Mails the link, if the account exists. Runs after the answer, so that the response time reveals nothing. */
  async function mailReset(email: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const account = await tx
        .selectFrom('admins')
        .select(['id', 'email', 'name'])
        .where('email', '=', normalEmail(email))
        .where('invited_at', 'is', null)
        .where('password_hash', '<>', hostPassword)
        .executeTakeFirst();
      if (!account || !linksFrom) return;
      const secret = await makeLink(tx, 'reset', account.id);
      const address = new URL(linkPath('reset', secret), linksFrom).href;
      const at = isoNow();
      await outbox.enqueue(tx, { kind: 'account.reset', to: account.email, name: account.name, at, address });
    });
  }

  return {
    async readInvite(call) {
      const { secret } = await call.body();
      const owner = await findLink(db, 'invite', secret);
      assertThat(owner, 'link.gone', 404);
      return { data: { name: owner.name, email: owner.email, role: owner.role } };
    },
    async acceptInvite(call) {
      const { secret, name, new_password: password } = await call.body();
      return setPassword('invite', secret, password, name);
    },
    async readReset(call) {
      const { secret } = await call.body();
      const owner = await findLink(db, 'reset', secret);
      assertThat(owner, 'link.gone', 404);
      return { data: { email: owner.email } };
    },
    async resetPassword(call) {
      const { secret, new_password: password } = await call.body();
      return setPassword('reset', secret, password);
    },
    async forgotPassword(call) {
      assertThat(linksFrom, 'people.noPublicUrl', 409);
      const { email } = await call.body();
      await addresses.take(call.address);
      // A request counts towards the limit per account even if there is no such account, and the answer is the same
      // for every email address, so that neither reveals whether the account exists.
      const { giveBack } = await accounts.tryTake(`account ${normalEmail(email)}`);
      if (giveBack) {
        setTimeout(
          () =>
            mailReset(email).catch((error: unknown) =>
              log.error(
                { err: error },
                'content API: a mail with a link to set a new password could not be queued',
              ),
            ),
          randomInt(50, 400),
        ).unref();
      }
      return { data: null, message: 'forgot.received' };
    },
  };
}
