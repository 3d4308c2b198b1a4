import { sql } from 'kysely';
import { dialectOf } from '../dialect.ts';
import { lockKey } from '../postgres-locks.ts';
import type { SiteDb } from '../site-types.ts';

/**
 * Locks the redirects until the end of the transaction, because a check for loops needs all of them, and each change
 * is dated later than the one before. SQLite needs no lock: a writing transaction is always alone.
 */
export async function lockRedirects(transaction: SiteDb) {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('redirects'))})`.execute(transaction);
}
