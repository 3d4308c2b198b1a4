import { isoNow } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import type { Principal } from '../../principal.ts';
import { hostPassword } from './passwords.ts';
import { type Admin, normalEmail } from './repository.ts';

/** The accounts that this process has written, by email address, with the name and role at that time. */
export type SeenAdmins = Map<string, { id: number; name: string; role: string }>;

/**
 * Returns the account row of an admin whom the API host signs in (docs/decisions/0058), because the engine's tables
 * refer to people by the id of such a row. A new row has a hash that no password matches. If the email address
 * already belongs to an account with a password, that row stays unchanged: this admin's rights come from the host,
 * not from the row.
 */
export async function hostAdmin(db: Db, { email, name, role }: Principal, seen: SeenAdmins): Promise<Admin> {
  const known = seen.get(email);
  if (known && known.name === name && known.role === role) return { id: known.id, email, name, role };
  const now = isoNow();
  const dates = { created_at: now, updated_at: now };
  await db
    .insertInto('admins')
    .values({ email: normalEmail(email), name, role, password_hash: hostPassword, ...dates })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ name, role, updated_at: now })
        .where('admins.password_hash', '=', hostPassword),
    )
    .execute();
  const { id } = await db
    .selectFrom('admins')
    .select('id')
    .where('email', '=', normalEmail(email))
    .executeTakeFirstOrThrow();
  seen.set(email, { id, name, role });
  return { id, email, name, role };
}
