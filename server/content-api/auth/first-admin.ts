import type { Config } from '../../config.ts';
import { isoNow } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { hasAdmins, normalEmail } from './repository.ts';

/** The first admin of a new database, with a generated password. */
export interface FirstAdmin {
  email: string;
  password: string;
  /**
   * Deletes the account again. Called if the start fails, because the generated password would then never be shown.
   */
  undo(): Promise<unknown>;
}

/**
 * Creates the first admin of a new database. Returns the credentials only if the password was generated here: a
 * password set by the operator is never shown.
 */
export async function ensureFirstAdmin(
  db: Db,
  config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<FirstAdmin | undefined> {
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
  const undo = () => db.deleteFrom('admins').where('email', '=', email).execute();
  return { email: config.ADMIN_EMAIL, password, undo };
}
