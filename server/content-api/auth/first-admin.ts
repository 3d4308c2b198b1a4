import type { Config } from '../../config.ts';
import type { Db } from '../database/types.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { hasAdmins, insertFirstAdmin } from './repository.ts';

/**
 * Makes the first admin of a new database. Gives their credentials only when the password was generated here: one that
 * the operator has set is never said again.
 */
export async function ensureFirstAdmin(
  db: Db,
  config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{ email: string; password: string } | undefined> {
  if (await hasAdmins(db)) return undefined;
  const password = config.ADMIN_PASSWORD ?? generatePassword();
  const made = await insertFirstAdmin(db, {
    email: config.ADMIN_EMAIL,
    name: 'Admin',
    password_hash: await hashPassword(password),
  });
  return made && !config.ADMIN_PASSWORD ? { email: config.ADMIN_EMAIL, password } : undefined;
}
