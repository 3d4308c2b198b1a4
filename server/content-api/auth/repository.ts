import type { Role } from '#shared/roles.ts';
import { isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { hostPassword } from './passwords.ts';

/** The data of an admin that the rest of the engine may use. */
export interface Admin {
  id: RowId;
  email: string;
  name: string;
  role: Role;
}

/** Normalises an email address, so that spellings that differ in case or outer blanks share one account. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** True if there is an admin who can sign in at the engine. Admins of an API host cannot. */
export async function hasAdmins(db: Db): Promise<boolean> {
  const admins = db.selectFrom('admins').select('id').where('password_hash', '<>', hostPassword);
  return Boolean(await admins.limit(1).executeTakeFirst());
}

/** Adds the first admin; returns false if an admin can sign in at the engine already. */
export async function insertFirstAdmin(
  db: Db,
  admin: { email: string; name: string; password_hash: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (await hasAdmins(tx)) return false;
    const now = isoNow();
    const changed = { name: admin.name, password_hash: admin.password_hash, updated_at: now };
    await tx
      .insertInto('admins')
      .values({ ...admin, email: normalEmail(admin.email), created_at: now, updated_at: now })
      // Only the account of an API host's admin can already have this email address; that account becomes the first
      // admin.
      .onConflict((known) => known.column('email').doUpdateSet({ ...changed, role: 'owner' }))
      .execute();
    return true;
  });
}

/** Deletes an account that was never used. */
export async function deleteAdmin(db: Db, email: string): Promise<void> {
  await db.deleteFrom('admins').where('email', '=', normalEmail(email)).execute();
}

export function findAdminByEmail(db: Db, email: string) {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'name', 'role', 'password_hash'])
    .where('email', '=', normalEmail(email))
    .executeTakeFirst();
}

/**
 * Sets a new password; the caller ends the tokens. Returns false, without a change, when the admin does not exist or
 * no longer has the hash `before`.
 */
export async function replacePassword(
  tx: Db,
  adminId: RowId,
  passwordHash: string,
  before: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('admins')
    .set({ password_hash: passwordHash, updated_at: isoNow() })
    .where('id', '=', adminId)
    .where('password_hash', '=', before)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  // Deletes the admin's links for setting a password, which are no longer needed.
  await deleteLinks(tx, adminId);
  return true;
}

/**
 * Stores a token until `expires_at` (ISO text), and deletes expired tokens. Stores nothing and returns false when the
 * admin's hash is no longer `passwordHash`: the password has changed while the admin signed in with the old one.
 */
export async function insertToken(
  db: Db,
  token: {
    token_hash: string;
    admin_id: RowId;
    expires_at: string;
    address: string | null;
    agent: string | null;
  },
  passwordHash: string,
): Promise<boolean> {
  const now = isoNow();
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('tokens').where('expires_at', '<=', now).execute();
    const admin = await tx
      .selectFrom('admins')
      .select('id')
      .where('id', '=', token.admin_id)
      .where('password_hash', '=', passwordHash)
      .executeTakeFirst();
    if (!admin) return false;
    await tx
      .insertInto('tokens')
      .values({ ...token, created_at: now, last_used_at: now })
      .execute();
    await tx.updateTable('admins').set({ last_sign_in_at: now }).where('id', '=', token.admin_id).execute();
    return true;
  });
}

/** Finds the admin if this is still the hash of their password. */
export function findAdmin(db: Db, id: RowId, passwordHash: string): Promise<Admin | undefined> {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'name', 'role'])
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst();
}

/** An admin found by their token, with the last recorded use of the token. */
interface FoundToken extends Admin {
  last_used_at: string | null;
}

/**
 * Finds the admin who owns a token. A token that ends after `latest` is not accepted: it can only have been made
 * while the clock was ahead.
 */
export function findAdminByToken(db: Db, tokenHash: string, latest: string): Promise<FoundToken | undefined> {
  return db
    .selectFrom('tokens')
    .innerJoin('admins', 'admins.id', 'tokens.admin_id')
    .select(['admins.id', 'admins.email', 'admins.name', 'admins.role', 'tokens.last_used_at'])
    .where('tokens.token_hash', '=', tokenHash)
    .where('tokens.expires_at', '>', isoNow())
    .where('tokens.expires_at', '<=', latest)
    .executeTakeFirst();
}

export async function deleteToken(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('tokens').where('token_hash', '=', tokenHash).execute();
}

/** Ends every token of an admin except `keptHash`, and returns the hashes of the ended tokens. */
export async function deleteTokens(db: Db, adminId: RowId, keptHash?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('tokens')
    .where('admin_id', '=', adminId)
    .$if(keptHash !== undefined, (query) => query.where('token_hash', '<>', keptHash ?? ''))
    .returning('token_hash')
    .execute();
  return rows.map(({ token_hash: hash }) => hash);
}

/** Deletes all links that were mailed to an admin: they have been used, or must no longer be usable. */
export async function deleteLinks(db: Db, adminId: RowId): Promise<void> {
  await db.deleteFrom('account_links').where('admin_id', '=', adminId).execute();
}
