import type { CallName } from '#shared/contract/index.ts';
import type { Principal, Right } from '#shared/roles.ts';
import { isoNow } from '../database/rows.ts';
import type { Db } from '../database/types.ts';
import { type Admin, normalEmail } from './auth/accounts.ts';
import { hostPassword } from './auth/passwords.ts';
import type { Handlers, Identify } from './calls.ts';

/**
 * The names of the calls that the engine answers in hybrid mode, where an API host signs people in
 * (docs/decisions/0058).
 */
export type HybridRows = ReadonlySet<string>;

/** Identifies the admin by the principal in the BFF's request. The engine's own tokens are not accepted here. */
export function identifyByPrincipal(db: Db): Identify {
  const seen: SeenAdmins = new Map();
  return async ({ principal }) => principal && hostAdmin(db, principal, seen);
}

/**
 * Returns only the handlers of these calls. The handlers of the engine's own sign-in, people and content are left
 * out.
 */
export function hybridHandlers(rows: HybridRows, handlers: Handlers): Handlers {
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => rows.has(name)));
}

/**
 * Returns a function that tests whether the records that a right allows an admin to read are counted in hybrid mode.
 * They are counted only if the engine answers the call that reads them.
 */
export function hybridCounts(rows: HybridRows): (right: Right) => boolean {
  const byRight: Partial<Record<Right, CallName>> = {
    'applicants.read': 'getApplicants',
    'messages.read': 'getMessages',
    'jobs.write': 'getJobs',
  };
  return (right) => rows.has(byRight[right] ?? '');
}

/** The accounts that this process has written, by email address, with the name and role at that time. */
type SeenAdmins = Map<string, { id: number; name: string; role: string }>;

/**
 * Returns the account row of an admin whom the API host signs in (docs/decisions/0058), because the engine's tables
 * refer to people by the id of such a row. A new row has a hash that no password matches. If the email address
 * already belongs to an account with a password, that row stays unchanged: this admin's rights come from the host,
 * not from the row.
 */
async function hostAdmin(db: Db, { email, name, role }: Principal, seen: SeenAdmins): Promise<Admin> {
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
