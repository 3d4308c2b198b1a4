import { daysUntil, formatDay, formatDayOfYear } from '../../ui/dates.ts';

/** From so many days before its end on, a retention is marked. */
const soonDays = 14;

/** How long an applicant is kept, in words that follow "Kept", and whether that ends soon. `until` is a day. */
export function retentionInWords(until: string, now = Date.now()): { text: string; soon: boolean } {
  const left = daysUntil(until, now);
  if (!(left <= soonDays)) return { text: `until ${formatDay(until)}`, soon: false };
  if (left < 0) return { text: 'Deleted within a day', soon: true };
  if (left === 0) return { text: 'Deleted after today', soon: true };
  return { text: `Deleted after ${formatDayOfYear(until)}`, soon: true };
}
