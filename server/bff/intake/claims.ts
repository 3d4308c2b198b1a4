import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { serverTime } from '../../database/dialect.ts';
import type { SiteDb } from '../../database/site-types.ts';

/** How many times a claim is renewed within `leaseMs`. */
const renewals = 3;

/** The claims of this process on the forms that it receives or sends. */
export type Claims = ReturnType<typeof createClaims>;

/**
 * Creates the claims of one process. The process claims a form while it sends the form or receives its bytes; no
 * other process touches the form until the claim ends. If the process dies, the claim expires after `leaseMs`, by the
 * database's clock. `isShared` is false for a SQLite file. Only one process at a time uses such a file, so a claim of
 * another process was left by a dead process and always counts as expired.
 */
export function createClaims(db: SiteDb, isShared: boolean, leaseMs: number) {
  const owner = randomUUID();
  const now = isShared ? serverTime : sql<number>`0`;
  const ours = () => ({ claimed_by: owner, claimed_until: sql<number>`${now} + ${sql.lit(leaseMs)}` });
  const isOurs = sql<SqlBool>`claimed_by = ${owner}`;
  // A claim that ends later than any lease allows also counts as expired: the clock was set back.
  const isOver = sql<SqlBool>`(claimed_until < ${now} or claimed_until > ${now} + ${sql.lit(2 * leaseMs)})`;
  const isDead: RawBuilder<SqlBool> = isShared
    ? sql`claimed_by <> ${owner} and ${isOver}`
    : sql`claimed_by <> ${owner}`;
  return {
    /** The column values that claim a form for this process. */
    ours,
    /** True for rows that this process claims. */
    isOurs,
    /** True for rows that a dead process has claimed. */
    isDead,
    /** Renews the claim of a form until the returned function is called. */
    hold(id: number): () => void {
      if (!isShared) return () => {};
      const renew = () => {
        // A failed renewal is ignored: the database is unavailable then, so the next query for the form fails too,
        // and its caller handles that failure.
        const renewed = db.updateTable('intake_items').set(ours()).where('id', '=', id).where(isOurs);
        renewed.execute().catch(() => {});
      };
      const timer = setInterval(renew, leaseMs / renewals).unref();
      return () => clearInterval(timer);
    },
  };
}
