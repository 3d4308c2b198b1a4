import type { Role } from '#shared/roles.ts';
import type { Config } from '../../config.ts';
import { isoNow } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { generatePassword, hashPassword, hostPassword } from './passwords.ts';

/** The data of an admin that the rest of the engine may use. */
export interface Admin {
  id: RowId;
  email: string;
  name: string;
  role: Role;
}

/** Returns the admin's present name, for histories. Throws 401 without an admin. */
export function nameOf(admin: Admin | undefined) {
  assertThat(admin, 'session.required', 401);
  return admin.name || admin.email;
}

/** An admin with the hash of their password. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Normalises an email address, so that spellings that differ in case or outer blanks share one account. */
export function normalEmail(email: string) {
  return email.trim().toLowerCase();
}

/** Lists every account, oldest first. */
export function listAccounts(db: Db) {
  return db
    .selectFrom('admins')
    .select(['email', 'name', 'role', 'invited_at', 'created_at'])
    .orderBy('id')
    .execute();
}

export function findAccount(db: Db, by: { id: RowId } | { email: string }) {
  const accounts = db.selectFrom('admins').select(['id', 'email', 'name', 'role', 'password_hash']);
  return (
    'id' in by ? accounts.where('id', '=', by.id) : accounts.where('email', '=', normalEmail(by.email))
  ).executeTakeFirst();
}

/** Adds an account; undefined when the email address already has one. `invited_at` is set until the person joins. */
export async function insertAccount(
  db: Db,
  account: { email: string; name: string; role?: Role; password_hash: string; invited_at?: string },
) {
  const now = isoNow();
  const made = await db
    .insertInto('admins')
    .values({ ...account, email: normalEmail(account.email), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** True if there is an admin who can sign in at the engine. Admins of an API host cannot. */
async function hasAdmins(db: Db) {
  const admins = db.selectFrom('admins').select('id').where('password_hash', '<>', hostPassword);
  return Boolean(await admins.limit(1).executeTakeFirst());
}

/**
 * Sets a new password, uses up the links that were mailed to the admin, and ends all their tokens except `kept`. Returns
 * the hashes of the ended tokens; undefined, without a change, when the account no longer has this password: so of two
 * concurrent changes the second one fails.
 */
export async function setPassword(
  tx: Db,
  { id, password_hash: before }: Account,
  password_hash: string,
  { kept, ...joined }: { kept?: string; name?: string; invited_at?: null } = {},
) {
  const changed = tx
    .updateTable('admins')
    .set({ ...joined, password_hash, updated_at: isoNow() })
    .where('id', '=', id)
    .where('password_hash', '=', before);
  if (!(await changed.returning('id').executeTakeFirst())) return undefined;
  await deleteLinks(tx, id);
  return deleteTokens(tx, id, kept);
}

/** Ends every token of an admin except `kept`, and returns the hashes of the ended tokens. */
export async function deleteTokens(db: Db, adminId: RowId, kept = '') {
  const ended = db.deleteFrom('tokens').where('admin_id', '=', adminId).where('token_hash', '<>', kept);
  return (await ended.returning('token_hash').execute()).map(({ token_hash }) => token_hash);
}

/** Deletes all links that were mailed to an admin: they have been used, or must no longer be usable. */
export async function deleteLinks(db: Db, adminId: RowId) {
  await db.deleteFrom('account_links').where('admin_id', '=', adminId).execute();
}

/**
 * Creates the first admin of a new database. Returns the credentials only if the password was generated here: a
 * password set by the operator is never shown.
 */
export async function ensureFirstAdmin(db: Db, config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>) {
  if (await hasAdmins(db)) return undefined;
  const password = config.ADMIN_PASSWORD ?? generatePassword();
  const email = normalEmail(config.ADMIN_EMAIL);
  const now = isoNow();
  const account = { name: 'Admin', password_hash: await hashPassword(password), updated_at: now };
  const isMade = await db.transaction().execute(async (tx) => {
    if (await hasAdmins(tx)) return false;
    // Only the account of an API host's admin can already have this email address; that account becomes the first
    // admin.
    await tx
      .insertInto('admins')
      .values({ ...account, email, created_at: now })
      .onConflict((known) => known.column('email').doUpdateSet({ ...account, role: 'owner' }))
      .execute();
    return true;
  });
  if (!isMade || config.ADMIN_PASSWORD) return undefined;
  // Called if the start fails, because the generated password would then never be shown.
  const undo = () => db.deleteFrom('admins').where('email', '=', email).execute();
  return { email: config.ADMIN_EMAIL, password, undo };
}
