import { linkPath } from '#shared/link-paths.ts';
import type { Role } from '#shared/roles.ts';
import type { Person } from '#shared/schemas/person.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import { noPassword } from '../auth/passwords.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Handlers } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { makeLink } from './links.ts';
import {
  changeRole,
  findPerson,
  insertInvited,
  type PersonChange,
  type PersonRow,
  pageOfPeople,
  removePerson,
} from './repository.ts';

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
  /** Call it inside the transaction that creates or finds the person. */
  async function mailInvite(tx: Db, id: RowId, to: { email: string; name: string; role: Role }, by: string) {
    const secret = await makeLink(tx, 'invite', id);
    const address = new URL(linkPath('invite', secret), publicUrl()).href;
    await outbox.enqueue(tx, {
      kind: 'account.invite',
      to: to.email,
      name: to.name,
      role: to.role,
      by,
      address,
    });
  }

  function publicUrl(): URL {
    assertThat(linksFrom, 'people.noPublicUrl', 409);
    return linksFrom;
  }

  function took({ change, ended = [] }: PersonChange): void {
    assertThat(change !== 'notFound', 'people.notFound', 404);
    if (change === 'lastOwner') throw new AppError('people.lastOwner', 409);
    tokens.tellEnded(ended);
  }

  const sent = mailsAreSent ? 'people.invited' : 'people.inviteQueued';

  return {
    async getPeople(call) {
      const page = await pageOfPeople(db, call.page);
      const data = page.data.map((row) => present(row, call.admin?.id));
      return {
        data: { ...page, data, mails: mailsAreSent ? 'sent' : 'queued', links: linksFrom !== undefined },
      };
    },

    async invitePerson(call) {
      publicUrl();
      const invite = await call.body();
      const by = nameOf(call.admin);
      const unusable = noPassword();
      const made = await db.transaction().execute(async (tx) => {
        const id = await insertInvited(tx, invite, unusable);
        if (id === undefined) return undefined;
        await mailInvite(tx, id, invite, by);
        return findPerson(tx, id);
      });
      const errors = new FieldErrors();
      if (!made) errors.add('email', 'people.emailTaken');
      errors.throwIfAny();
      return { data: made && present(made, call.admin?.id), message: sent };
    },

    async resendInvite(call) {
      publicUrl();
      const by = nameOf(call.admin);
      const person = await db.transaction().execute(async (tx) => {
        const found = await findPerson(tx, call.id);
        assertThat(found, 'people.notFound', 404);
        assertThat(found.invited_at, 'people.joined', 409);
        await mailInvite(tx, found.id, found, by);
        return findPerson(tx, found.id);
      });
      return { data: person && present(person, call.admin?.id), message: sent };
    },

    async updatePerson(call) {
      const { role } = await call.body();
      took(await changeRole(db, call.id, role));
      const person = await findPerson(db, call.id);
      assertThat(person, 'people.notFound', 404);
      return { data: present(person, call.admin?.id), message: 'people.roleChanged' };
    },

    async removePerson(call) {
      const removed = await removePerson(db, call.id);
      took(removed);
      return { data: null, message: removed.wasInvited ? 'people.inviteRevoked' : 'people.removed' };
    },
  };
}

function present(
  { invited_at: invited, second_step: hasStep, ...row }: PersonRow,
  you: RowId | undefined,
): Person {
  return {
    ...row,
    state: invited === null ? 'active' : 'invited',
    is_you: row.id === you,
    has_second_step: Boolean(hasStep),
  };
}
