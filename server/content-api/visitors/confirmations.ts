import type { Counts } from '../../database/site/counts.ts';
import { createLimiter } from '../../limiter.ts';
import { normalEmail } from '../auth/repository.ts';

const hourMs = 3_600_000;
const perHour = 3;
const perDay = 10;

/** Whether one more confirmation may go to an address; counts it if so. */
export type MayConfirm = (email: string) => Promise<boolean>;

/**
 * Bounds the confirmations of forms by whom they go to: anybody may type the address of somebody else, from as many networks as they have.
 * What is above the bound is left out without a word, since the answer says nothing of who has written before (docs/product.md §9).
 */
export function boundConfirmations(counts: Counts): MayConfirm {
  const limiter = createLimiter({
    counts,
    kind: 'engine-confirmation',
    limit: perDay,
    windowMs: 24 * hourMs,
    also: { limit: perHour, windowMs: hourMs },
  });
  return async (email) => (await limiter.tryTake(mailboxOf(email))).giveBack !== undefined;
}

/** Spellings that most mail servers give to one person: any case, and anything behind a "+" (RFC 5233). */
function mailboxOf(email: string): string {
  return normalEmail(email).replace(/\+[^@]*(?=@)/, '');
}
