import type { Counts } from '../../database/site/counts.ts';
import { createLimiter, mailboxOf } from '../../limiter.ts';

const hourMs = 3_600_000;
const perHour = 3;
const perDay = 10;

/** Returns true if one more confirmation may be sent to an email address, and counts it. */
type MayConfirm = (email: string) => Promise<boolean>;

/**
 * Limits the confirmations of forms by recipient, because anyone can type another person's email address, and can
 * send forms from many IP addresses. Confirmations above the limit are left out without an error, because an error
 * would reveal that the address has been used before (docs/product.md §9).
 */
export function limitConfirmations(counts: Counts): MayConfirm {
  const limiter = createLimiter({
    counts,
    kind: 'engine-confirmation',
    limit: perDay,
    windowMs: 24 * hourMs,
    also: { limit: perHour, windowMs: hourMs },
  });
  return async (email) => (await limiter.tryTake(mailboxOf(email))).giveBack !== undefined;
}
