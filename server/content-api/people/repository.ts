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

/** Somebody with an account, or an invitation. */
export interface PersonRow extends Omit<Person, 'id' | 'state' | 'is_you' | 'has_second_step'> {
  id: RowId;
  invited_at: string | null;
  /** 0 or 1, or a boolean: databases differ. */
  second_step: unknown;
}

/** One page of them, in the order in which they came. */
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

/** As `factorsOf` counts: an app from its first code on, or a passkey. */
function secondStep({ exists, or, selectFrom }: ExpressionBuilder<Tables, 'admins'>) {
  const app = selectFrom('totp_keys').whereRef('totp_keys.admin_id', '=', 'admins.id');
  const passkeys = selectFrom('passkeys').whereRef('passkeys.admin_id', '=', 'admins.id');
  return or([
    exists(app.where('totp_keys.confirmed_at', 'is not', null).select('totp_keys.admin_id')),
    exists(passkeys.select('passkeys.id')),
  ]).as('second_step');
}

/** Adds somebody who has no password yet; undefined when the address is taken. `unusable` is a hash that no password has. */
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

/** Who would be left to decide who works here: owners with a password. Whoever is invited may never come. */
async function isLastOwner(tx: Db, { role, id, invited_at: invited }: PersonRow): Promise<boolean> {
  if (role !== 'owner' || invited !== null) return false;
  const others = tx.selectFrom('admins').select('id').where('role', '=', 'owner').where('id', '<>', id);
  const withPassword = others.where('invited_at', 'is', null).where('password_hash', '<>', hostPassword);
  return !(await withPassword.limit(1).executeTakeFirst());
}

/** What became of a change to somebody, and the hashes of the tokens that it has ended. */
export interface PersonChange {
  change: 'done' | 'notFound' | 'lastOwner';
  ended?: string[];
}

/**
 * Gives somebody another role and ends all their tokens, so that the role of a session is never an old one. Who counts the owners and
 * who changes them are one transaction, and those take turns: of two that remove each other one is refused.
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

/** Ends somebody's access: account, tokens and links. */
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
