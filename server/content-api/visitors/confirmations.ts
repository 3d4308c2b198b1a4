import type { Counts } from '../../database/site/counts.ts';
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
  const counted = counts.of('engine-confirmation', { windowMs: 24 * hourMs });
  return (email) =>
    counted.decide(mailboxOf(email), (moments, now) => {
      const within = (ms: number) => moments.filter((moment) => moment > now - ms && moment <= now);
      const day = within(24 * hourMs);
      if (day.length >= perDay || within(hourMs).length >= perHour) return { result: false };
      return { moments: [...day, now], result: true };
    });
}

/** Spellings that most mail servers give to one person: any case, and anything behind a "+" (RFC 5233). */
function mailboxOf(email: string): string {
  return normalEmail(email).replace(/\+[^@]*(?=@)/, '');
}
