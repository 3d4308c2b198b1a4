import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { serverTime } from '../../database/dialect.ts';
import type { SiteDb } from '../../database/site-types.ts';

/** A claim is renewed three times before it is over. */
const renewals = 3;

/** The claims of one process on the forms that it receives or sends. */
export type Claims = ReturnType<typeof createClaims>;

/**
 * A process claims a form while it sends it or receives its bytes. No other touches it until the claim expires, `leaseMs` after the
 * process has died. Clocks of machines differ, so the clock of the database decides. A SQLite file is used by one process at a time: a
 * claim of any other is expired there.
 */
export function createClaims(db: SiteDb, isShared: boolean, leaseMs: number) {
  const owner = randomUUID();
  const now = isShared ? serverTime : sql<number>`0`;
  const ours = () => ({ claimed_by: owner, claimed_until: sql<number>`${now} + ${sql.lit(leaseMs)}` });
  const isOurs = sql<SqlBool>`claimed_by = ${owner}`;
  // Further ahead than any claim is a clock that was set back.
  const isOver = sql<SqlBool>`(claimed_until < ${now} or claimed_until > ${now} + ${sql.lit(2 * leaseMs)})`;
  const isDead: RawBuilder<SqlBool> = isShared
    ? sql`claimed_by <> ${owner} and ${isOver}`
    : sql`claimed_by <> ${owner}`;
  return {
    /** The columns of a form whose claim is ours from now on. */
    ours,
    /** True of rows that this process claims. */
    isOurs,
    /** True of rows that were claimed by a process that is gone. */
    isDead,
    /** Renews the claim of a form until the function that it gives is called. */
    hold(id: number): () => void {
      if (!isShared) return () => {};
      const renew = () => {
        // When the database is away nothing can be renewed, and who asks for the form next finds that out too.
        const renewed = db.updateTable('intake_items').set(ours()).where('id', '=', id).where(isOurs);
        renewed.execute().catch(() => {});
      };
      const timer = setInterval(renew, leaseMs / renewals).unref();
      return () => clearInterval(timer);
    },
  };
}
