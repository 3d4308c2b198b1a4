import type { ExpressionBuilder } from 'kysely';
import type { Role } from '#shared/roles.ts';
import type { Person } from '#shared/schemas/person.ts';
import { isoNow } from '../../database/clock.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { hostPassword, noPassword } from '../auth/passwords.ts';
import { type Admin, deleteLinks, deleteTokens, insertAccount, nameOf } from '../auth/repository.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Handlers } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';
import { badField } from '../validation/field-errors.ts';
import { makeLink } from './links.ts';

interface PeopleOptions {
  db: Db;
  tokens: Pick<Tokens, 'tellEnded'>;
  outbox: Pick<Outbox, 'enqueue'>;
  /** PUBLIC_URL as configured: the base of links in mails. */
  linksFrom: URL | undefined;
  /** True if mails are sent. */
  mailsAreSent: boolean;
}

/**
 * Returns the handlers of the calls about admins: list them, invite a person by mail, change a role, remove an admin.
 */
export function peopleHandlers({ db, tokens, outbox, linksFrom, mailsAreSent }: PeopleOptions): Handlers {
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
      const page = await readPage(
        db,
        call.page,
        (tx) => countRows(tx.selectFrom('admins').select(({ fn }) => fn.countAll().as('total'))),
        (tx, limit, offset) => people(tx).orderBy('id').limit(limit).offset(offset).execute(),
      );
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
