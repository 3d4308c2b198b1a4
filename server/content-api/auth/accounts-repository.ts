import type { Role } from '#shared/roles.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { deleteLinks, deleteTokens, normalEmail } from './repository.ts';

/** An account as the operator sees it. */
interface Account {
  email: string;
  name: string;
  role: Role;
  /** When the admin was invited; null once they have joined. */
  invited_at: string | null;
  created_at: string;
}

/** Lists every account, oldest first. */
export function listAccounts(db: Db): Promise<Account[]> {
  return db
    .selectFrom('admins')
    .select(['email', 'name', 'role', 'invited_at', 'created_at'])
    .orderBy('id')
    .execute();
}

/** Adds an account. Returns false when the email address already has one. */
export async function insertAccount(
  db: Db,
  account: { email: string; name: string; role?: Role; password_hash: string },
): Promise<boolean> {
  const now = isoNow();
  const result = await db
    .insertInto('admins')
    .values({ ...account, email: normalEmail(account.email), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Sets the password and ends every token of the account; returns the hashes of the tokens, or undefined when there is
 * no account.
 */
export function resetAccount(db: Db, email: string, passwordHash: string): Promise<string[] | undefined> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('admins')
      .select(['id', 'updated_at'])
      .where('email', '=', normalEmail(email))
      .executeTakeFirst();
    if (!account) return undefined;
    await tx
      .updateTable('admins')
      .set({ password_hash: passwordHash, invited_at: null, updated_at: isoAfter(account.updated_at) })
      .where('id', '=', account.id)
      .execute();
    await deleteLinks(tx, account.id);
    return deleteTokens(tx, account.id);
  });
}
