import { hash, randomBytes, randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { linkPath } from '#shared/link-paths.ts';
import { isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Counts } from '../../database/site/counts.ts';
import type { Db, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { createLimiter } from '../../limiter.ts';
import { hashPassword, hostPassword } from '../auth/passwords.ts';
import { deleteLinks, normalEmail, setPassword } from '../auth/repository.ts';
import { assertGoodPassword } from '../auth/routes.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Handlers } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';

type LinkKind = Tables['account_links']['kind'];

const hourMs = 3_600_000;
/** How long a link is valid, in milliseconds, by its kind. */
const lifeMs: Record<LinkKind, number> = { invite: 7 * 24 * hourMs, reset: hourMs };

/**
 * Creates a link for an admin and returns its address: its secret has 192 random bits, of which only a hash is stored.
 * A new invitation replaces the previous link. Of several reset mails each link works until one of them is used.
 */
export async function makeLink(tx: Db, kind: LinkKind, admin_id: RowId, linksFrom: URL): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  const now = isoNow();
  await tx.deleteFrom('account_links').where('expires_at', '<=', now).execute();
  if (kind === 'invite') await deleteLinks(tx, admin_id);
  const expires_at = new Date(Date.parse(now) + lifeMs[kind]).toISOString();
  await tx
    .insertInto('account_links')
    .values({ secret_hash: hash('sha256', secret), kind, admin_id, created_at: now, expires_at })
    .execute();
  return new URL(linkPath(kind, secret), linksFrom).href;
}

/**
 * Finds the admin for whom a link was made. Changes nothing: mail scanners open links before people do. Throws 404 for
 * a link that is used up, replaced or over.
 */
async function ownerOf(db: Db, kind: LinkKind, secret: string) {
  const owner = await db
    .selectFrom('account_links')
    .innerJoin('admins', 'admins.id', 'account_links.admin_id')
    .select(['admins.id', 'admins.email', 'admins.name', 'admins.role', 'admins.password_hash'])
    .where('secret_hash', '=', hash('sha256', secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', isoNow())
    .$call((query) => (kind === 'invite' ? query.where('admins.invited_at', 'is not', null) : query))
    .executeTakeFirst();
  assertThat(owner, 'link.gone', 404);
  return owner;
}

interface LinkOptions {
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

/**
 * Returns the handlers of the calls that the pages behind invitation and reset links make, and of the request for a
 * reset. Only pages of the site make these calls (`pageOnly` of their contract rows).
 */
export function accountLinkHandlers(options: LinkOptions): Handlers {
  const { db, tokens, counts, linksFrom, company, log } = options;
  // Three mails to one account and ten requests from one IP address in an hour.
  const addresses = createLimiter({ counts, windowMs: hourMs, kind: 'forgot-address', limit: 10 });
  const accounts = createLimiter({ counts, windowMs: hourMs, kind: 'forgot-account', limit: 3 });

  /** Sets the password of the link's admin, and uses up the link. `name` is that of an admin who joins. */
  async function use(kind: LinkKind, secret: string, password: string, name?: string) {
    const owner = await ownerOf(db, kind, secret);
    assertGoodPassword(password, owner, company());
    const hashed = await hashPassword(password);
    const ended = await db.transaction().execute(async (tx) => {
      await ownerOf(tx, kind, secret);
      return setPassword(tx, owner, hashed, name === undefined ? {} : { name, invited_at: null });
    });
    assertThat(ended, 'link.gone', 404);
    tokens.tellEnded(ended);
    return { data: { email: owner.email } };
  }

  return {
    async readInvite(call) {
      const { name, email, role } = await ownerOf(db, 'invite', (await call.body()).secret);
      return { data: { name, email, role } };
    },
    async acceptInvite(call) {
      const { secret, name, new_password } = await call.body();
      return use('invite', secret, new_password, name);
    },
    async readReset(call) {
      const { email } = await ownerOf(db, 'reset', (await call.body()).secret);
      return { data: { email } };
    },
    async resetPassword(call) {
      const { secret, new_password } = await call.body();
      return use('reset', secret, new_password);
    },
    async forgotPassword(call) {
      assertThat(linksFrom, 'people.noPublicUrl', 409);
      const { email } = await call.body();
      await addresses.take(call.address);
      // A request counts towards the limit per account even if there is no such account, and the answer is the same
      // for every email address and is sent before the mail, so that neither reveals whether the account exists.
      const { giveBack } = await accounts.tryTake(`account ${normalEmail(email)}`);
      const failed = (err: unknown) =>
        log.error({ err }, 'content API: a mail with a link to set a new password could not be queued');
      if (giveBack)
        setTimeout(() => mailReset(options, linksFrom, email).catch(failed), randomInt(50, 400)).unref();
      return { data: null, message: 'forgot.received' };
    },
  };
}

/** Mails a link, if the account exists and has a password of its own. */
function mailReset({ db, outbox }: LinkOptions, linksFrom: URL, email: string) {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('admins')
      .select(['id', 'email', 'name'])
      .where('email', '=', normalEmail(email))
      .where('invited_at', 'is', null)
      .where('password_hash', '<>', hostPassword)
      .executeTakeFirst();
    if (!account) return;
    const address = await makeLink(tx, 'reset', account.id, linksFrom);
    const { email: to, name } = account;
    await outbox.enqueue(tx, { kind: 'account.reset', to, name, at: isoNow(), address });
  });
}
