import { limits } from '#shared/limits.ts';

/**
 * Returns the last day (such as 2026-05-31) on which a submission that was sent at `from` is stored: `months` later
 * (UTC), or the last day of that month if it is too short.
 */
export function retainUntil(from: Date, months: number = limits.retentionMonths): string {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(from.getUTCDate(), last));
  return dayOf(day);
}

/** Spam is stored as long as the trash: long enough to find a person who was mistaken for a robot. */
export function retainSpamUntil(from: Date): string {
  return dayOf(new Date(from.getTime() + limits.trashDays * 24 * 60 * 60 * 1000));
}

/** Returns the UTC day of a time. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
