import type { Config } from '../../config.ts';
import type { Db } from '../../database/types.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { deleteAdmin, hasAdmins, insertFirstAdmin } from './repository.ts';

/** The first admin of a new database, with a generated password. */
export interface FirstAdmin {
  email: string;
  password: string;
  /**
   * Deletes the account again. Called if the start fails, because the generated password would then never be shown.
   */
  undo(): Promise<void>;
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
  const made = await insertFirstAdmin(db, {
    email: config.ADMIN_EMAIL,
    name: 'Admin',
    password_hash: await hashPassword(password),
  });
  if (!made || config.ADMIN_PASSWORD) return undefined;
  return { email: config.ADMIN_EMAIL, password, undo: () => deleteAdmin(db, config.ADMIN_EMAIL) };
}
