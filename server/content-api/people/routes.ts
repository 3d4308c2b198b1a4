import { hash, randomBytes, randomInt } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { linkPath } from '#shared/link-paths.ts';
import type { Role } from '#shared/roles.ts';
import type { Person } from '#shared/schemas/person.ts';
import { isoNow, pageOf } from '../../database/rows.ts';
import { createLimiter } from '../../database/site/limiter.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import {
  type Admin,
  deleteLinks,
  deleteTokens,
  insertAccount,
  nameOf,
  normalEmail,
  setPassword,
} from '../auth/accounts.ts';
import { hashPassword, hostPassword, noPassword } from '../auth/passwords.ts';
import { assertGoodPassword } from '../auth/routes.ts';
import { badField, type Handlers } from '../calls.ts';
import type { EngineDependencies } from '../dependencies.ts';

/**
 * Returns the handlers of the calls about admins: list them, invite a person by mail, change a role, remove an admin.
 */
export function peopleHandlers({
  db,
  tokens,
  outbox,
  linksFrom,
  mailsAreSent,
}: EngineDependencies): Handlers {
  /** Mails an invitation inside the transaction that creates or finds the person, and returns the person. */
  async function invite(tx: Db, id: RowId, to: { email: string; name: string; role: Role }, by?: Admin) {
    assertThat(linksFrom, 'people.noPublicUrl', 409);
    const address = await makeLink(tx, 'invite', id, linksFrom);
    const { email, name, role } = to;
    await outbox.enqueue(tx, { kind: 'account.invite', to: email, name, role, by: nameOf(by), address });
    return findPerson(tx, id);
  }

  const message = mailsAreSent ? 'people.invited' : 'people.inviteQueued';

  return {
    async getPeople(call) {
      const page = await pageOf(db, call.page, (tx) => people(tx).orderBy('id'));
      const data = page.data.map((row) => present(row, call.admin));
      return {
        data: { ...page, data, mails: mailsAreSent ? 'sent' : 'queued', links: linksFrom !== undefined },
      };
    },

    async invitePerson(call) {
      assertThat(linksFrom, 'people.noPublicUrl', 409);
      const wanted = await call.body();
      const account = { ...wanted, password_hash: noPassword(), invited_at: isoNow() };
      const made = await db.transaction().execute(async (tx) => {
        const id = await insertAccount(tx, account);
        if (id === undefined) throw badField('email', 'people.emailTaken');
        return invite(tx, id, wanted, call.admin);
      });
      return { data: present(made, call.admin), message };
    },

    async resendInvite(call) {
      assertThat(linksFrom, 'people.noPublicUrl', 409);
      const person = await db.transaction().execute(async (tx) => {
        const found = await findPerson(tx, call.id);
        assertThat(found.invited_at, 'people.joined', 409);
        return invite(tx, found.id, found, call.admin);
      });
      return { data: present(person, call.admin), message };
    },

    async updatePerson(call) {
      const { role } = await call.body();
      const ended = await db.transaction().execute(async (tx) => {
        const person = await findPerson(tx, call.id);
        if (person.role === role) return [];
        await assertOwnerRemains(tx, person);
        await tx
          .updateTable('admins')
          .set({ role, updated_at: isoNow() })
          .where('id', '=', call.id)
          .execute();
        // No session may have the old role.
        return deleteTokens(tx, call.id);
      });
      tokens.tellEnded(ended);
      return { data: present(await findPerson(db, call.id), call.admin), message: 'people.roleChanged' };
    },

    async removePerson(call) {
      const { person, ended } = await db.transaction().execute(async (tx) => {
        const person = await findPerson(tx, call.id);
        await assertOwnerRemains(tx, person);
        const ended = await deleteTokens(tx, call.id);
        await deleteLinks(tx, call.id);
        await tx.deleteFrom('admins').where('id', '=', call.id).execute();
        return { person, ended };
      });
      tokens.tellEnded(ended);
      return { data: null, message: person.invited_at ? 'people.inviteRevoked' : 'people.removed' };
    },
  };
}

type PersonRow = Awaited<ReturnType<typeof findPerson>>;

/** Finds a person with an account or an invitation. Throws 404 if there is none. */
async function findPerson(db: Db, id: RowId) {
  const person = await people(db).where('id', '=', id).executeTakeFirst();
  assertThat(person, 'people.notFound', 404);
  return person;
}

function people(db: Db) {
  return db
    .selectFrom('admins')
    .select(['id', 'name', 'email', 'role', 'invited_at', 'last_sign_in_at', inviteEnd, secondStep]);
}

function inviteEnd({ selectFrom }: ExpressionBuilder<Tables, 'admins'>) {
  return selectFrom('account_links')
    .select(({ fn }) => fn.max('expires_at').as('end'))
    .whereRef('admin_id', '=', 'admins.id')
    .where('kind', '=', 'invite')
    .as('invite_ends_at');
}

/** True if the person has a second step, by the rule of `factorsOf`: a confirmed authenticator app, or a passkey. */
function secondStep({ exists, or, selectFrom }: ExpressionBuilder<Tables, 'admins'>) {
  const app = selectFrom('totp_keys').whereRef('totp_keys.admin_id', '=', 'admins.id');
  const passkeys = selectFrom('passkeys').whereRef('passkeys.admin_id', '=', 'admins.id');
  return or([
    exists(app.where('totp_keys.confirmed_at', 'is not', null).select('totp_keys.admin_id')),
    exists(passkeys.select('passkeys.id')),
  ]).as('second_step');
}

/**
 * Throws 409 if this person is the last owner who has a password and so can still manage people. Invited owners do not
 * count, since they may never join. Call it inside the transaction of the change: writers take turns, so of the last two
 * owners who take this role from each other at the same time, one is refused.
 */
async function assertOwnerRemains(tx: Db, { role, id, invited_at: invited }: PersonRow) {
  if (role !== 'owner' || invited !== null) return;
  const others = tx.selectFrom('admins').select('id').where('role', '=', 'owner').where('id', '<>', id);
  const withPassword = others.where('invited_at', 'is', null).where('password_hash', '<>', hostPassword);
  assertThat(await withPassword.limit(1).executeTakeFirst(), 'people.lastOwner', 409);
}

function present({ invited_at, second_step, ...row }: PersonRow, you: Admin | undefined): Person {
  const state = invited_at === null ? 'active' : 'invited';
  return { ...row, state, is_you: row.id === you?.id, has_second_step: Boolean(second_step) };
}

type LinkKind = Tables['account_links']['kind'];

const hourMs = 3_600_000;
/** How long a link is valid, in milliseconds, by its kind. */
const lifeMs: Record<LinkKind, number> = { invite: 7 * 24 * hourMs, reset: hourMs };

/**
 * Creates a link for an admin and returns its address: its secret has 192 random bits, of which only a hash is stored.
 * A new invitation replaces the previous link. Of several reset mails each link works until one of them is used.
 */
async function makeLink(tx: Db, kind: LinkKind, admin_id: RowId, linksFrom: URL) {
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

/**
 * Returns the handlers of the calls that the pages behind invitation and reset links make, and of the request for a
 * reset. Only pages of the site make these calls (`pageOnly` of their contract rows).
 */
export function accountLinkHandlers(deps: EngineDependencies): Handlers {
  const { db, tokens, counts, linksFrom, site, log } = deps;
  // Three mails to one account and ten requests from one IP address in an hour.
  const addresses = createLimiter({ counts, windowMs: hourMs, kind: 'forgot-address', limit: 10 });
  const accounts = createLimiter({ counts, windowMs: hourMs, kind: 'forgot-account', limit: 3 });

  /** Sets the password of the link's admin, and uses up the link. `name` is that of an admin who joins. */
  async function use(kind: LinkKind, secret: string, password: string, name?: string) {
    const owner = await ownerOf(db, kind, secret);
    assertGoodPassword(password, owner, site().name);
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
        setTimeout(() => mailReset(deps, linksFrom, email).catch(failed), randomInt(50, 400)).unref();
      return { data: null, message: 'forgot.received' };
    },
  };
}

/** Mails a link, if the account exists and has a password of its own. */
function mailReset({ db, outbox }: EngineDependencies, linksFrom: URL, email: string) {
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
