import { isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

/** A session that has not ended, as the list of an account's sessions contains it. */
interface AccountSession {
  token_hash: string;
  created_at: string;
  last_used_at: string | null;
  address: string | null;
  agent: string | null;
}

/** The greatest number of sessions that are listed: an admin who never signs out has one session for each sign-in. */
const mostListed = 100;

/** Lists the sessions of an account, the last used first. */
export function sessionsOf(db: Db, adminId: RowId): Promise<AccountSession[]> {
  return db
    .selectFrom('tokens')
    .select(['token_hash', 'created_at', 'last_used_at', 'address', 'agent'])
    .where('admin_id', '=', adminId)
    .where('expires_at', '>', isoNow())
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(mostListed)
    .execute();
}

/** Records when and from where a token was used. */
export async function noteTokenUse(
  db: Db,
  tokenHash: string,
  at: string,
  address: string | undefined,
): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ last_used_at: at, ...(address !== undefined && { address }) })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/**
 * Ends the session with this id, if it belongs to this account, and returns the hash of its token in a list; the list
 * is empty if there is no such session.
 */
export async function endSession(db: Db, adminId: RowId, id: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('tokens')
    .where('admin_id', '=', adminId)
    .where('token_hash', 'like', `${id}%`)
    .returning('token_hash')
    .execute();
  return rows.map(({ token_hash: hash }) => hash);
}

/** Returns the public id of a session: part of a hash of 256 random bits, which reveals no token. */
export function sessionId({ token_hash: hash }: Pick<AccountSession, 'token_hash'>): string {
  return hash.slice(0, 24);
}
