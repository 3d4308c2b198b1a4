import { sql } from 'kysely';
import { dialectOf } from '../dialect.ts';
import { lockKey } from '../postgres-locks.ts';
import { insertSignal } from '../signals.ts';
import type { SiteDb } from '../site-types.ts';

/**
 * Begins a change: locks the redirects until the end of the transaction, because a check for loops needs all of them and
 * the numbers in `revision` must become visible in order, and announces the change for when it commits. SQLite needs
 * neither: a writing transaction is always alone, and so is the process.
 */
export async function lockRedirects(transaction: SiteDb) {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('redirects'))})`.execute(transaction);
  await insertSignal(transaction, 'redirects');
}
