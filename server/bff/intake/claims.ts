import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { serverTime } from '../../database/dialect.ts';
import type { SiteDb } from '../../database/site-types.ts';

/** A claim is renewed three times before it is over. */
const renewals = 3;

/**
 * Which process is at work on a form: sends it, or takes in its bytes. No other touches it until the claim is over, which it is some
 * seconds after a process has died. Clocks of machines differ, so the database's counts. A file is used by one process: whatever
 * another has claimed there is over.
 */
export interface Claims {
  /** What a form has whose claim is ours from now on. */
  ours(): { claimed_by: string; claimed_until: RawBuilder<number> };
  /** True of rows that are claimed by a process that is gone. */
  readonly isDead: RawBuilder<SqlBool>;
  /** True of rows that are claimed by this process. */
  readonly isOurs: RawBuilder<SqlBool>;
  /** Renews the claim of a form until the function that it gives is called. */
  hold(id: number): () => void;
}

/** `leaseMs`: how long others wait for a process that says nothing any more. */
export function createClaims(db: SiteDb, isShared: boolean, leaseMs: number): Claims {
  const owner = randomUUID();
  const now = isShared ? serverTime : sql<number>`0`;
  const ours = () => ({ claimed_by: owner, claimed_until: sql<number>`${now} + ${sql.lit(leaseMs)}` });
  const isOurs = sql<SqlBool>`claimed_by = ${owner}`;
  // Further ahead than any claim is a clock that was set back.
  const isOver = sql<SqlBool>`(claimed_until < ${now} or claimed_until > ${now} + ${sql.lit(2 * leaseMs)})`;
  return {
    ours,
    isOurs,
    isDead: isShared ? sql`claimed_by <> ${owner} and ${isOver}` : sql`claimed_by <> ${owner}`,
    hold(id) {
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
