import type { ExpressionBuilder } from 'kysely';
import type { Role } from '#shared/roles.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { Person } from '#shared/schemas/person.ts';
import { isoNow } from '../../database/clock.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { hostPassword } from '../auth/passwords.ts';
import { deleteLinks, deleteTokens, normalEmail } from '../auth/repository.ts';

/** A person with an account or an invitation. */
export interface PersonRow extends Omit<Person, 'id' | 'state' | 'is_you' | 'has_second_step'> {
  id: RowId;
  invited_at: string | null;
  /** 0 or 1, or a boolean, depending on the database. */
  second_step: unknown;
}

/** Reads one page of people, oldest account first. */
export function pageOfPeople(db: Db, page: number): Promise<Page<PersonRow>> {
  return readPage(
    db,
    page,
    (tx) => countRows(tx.selectFrom('admins').select(({ fn }) => fn.countAll().as('total'))),
    (tx, limit, offset) => people(tx).orderBy('id').limit(limit).offset(offset).execute(),
  );
}

export function findPerson(db: Db, id: RowId): Promise<PersonRow | undefined> {
  return people(db).where('id', '=', id).executeTakeFirst();
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

/**
 * True if the person has a second step, by the rule of `factorsOf` (second-step/repository.ts): a confirmed
 * authenticator app, or a passkey.
 */
function secondStep({ exists, or, selectFrom }: ExpressionBuilder<Tables, 'admins'>) {
  const app = selectFrom('totp_keys').whereRef('totp_keys.admin_id', '=', 'admins.id');
  const passkeys = selectFrom('passkeys').whereRef('passkeys.admin_id', '=', 'admins.id');
  return or([
    exists(app.where('totp_keys.confirmed_at', 'is not', null).select('totp_keys.admin_id')),
    exists(passkeys.select('passkeys.id')),
  ]).as('second_step');
}

/**
 * Adds a person without a password; undefined when the email address is in use. `unusable` is a hash that no password
 * has.
 */
export async function insertInvited(
  tx: Db,
  person: { name: string; email: string; role: Role },
  unusable: string,
): Promise<RowId | undefined> {
  const now = isoNow();
  const dates = { created_at: now, updated_at: now, invited_at: now };
  const made = await tx
    .insertInto('admins')
    .values({ ...person, email: normalEmail(person.email), password_hash: unusable, ...dates })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/**
 * True if this person is the last owner who has a password and so could still manage people. Invited owners do not
 * count, since they may never join.
 */
async function isLastOwner(tx: Db, { role, id, invited_at: invited }: PersonRow): Promise<boolean> {
  if (role !== 'owner' || invited !== null) return false;
  const others = tx.selectFrom('admins').select('id').where('role', '=', 'owner').where('id', '<>', id);
  const withPassword = others.where('invited_at', 'is', null).where('password_hash', '<>', hostPassword);
  return !(await withPassword.limit(1).executeTakeFirst());
}

/** The result of a change to a person. `ended` are the hashes of the tokens that the change has ended. */
export interface PersonChange {
  change: 'done' | 'notFound' | 'lastOwner';
  ended?: string[];
}

/**
 * Changes a person's role and ends all their tokens, so that no session has the old role. The owners are counted and
 * the role is changed in one transaction, and writers take turns: if the last two owners take this role from each
 * other at the same time, one of the two changes is refused.
 */
export function changeRole(db: Db, id: RowId, role: Role): Promise<PersonChange> {
  return db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, id);
    if (!person) return { change: 'notFound' };
    if (person.role === role) return { change: 'done' };
    if (await isLastOwner(tx, person)) return { change: 'lastOwner' };
    await tx.updateTable('admins').set({ role, updated_at: isoNow() }).where('id', '=', id).execute();
    return { change: 'done', ended: await deleteTokens(tx, id) };
  });
}

/** Removes a person's access: account, tokens and links. */
export function removePerson(db: Db, id: RowId): Promise<PersonChange & { wasInvited: boolean }> {
  return db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, id);
    if (!person) return { change: 'notFound', wasInvited: false };
    const wasInvited = person.invited_at !== null;
    if (await isLastOwner(tx, person)) return { change: 'lastOwner', wasInvited };
    const ended = await deleteTokens(tx, id);
    await deleteLinks(tx, id);
    await tx.deleteFrom('admins').where('id', '=', id).execute();
    return { change: 'done', wasInvited, ended };
  });
}
