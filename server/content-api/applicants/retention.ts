import { limits } from '#shared/limits.ts';

/**
 * The day (2026-05-31) until whose end what was sent at `from` is kept: so many months later (UTC), or the last day of a
 * month that is shorter.
 */
export function retainUntil(from: Date, months: number = limits.retentionMonths): string {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(from.getUTCDate(), last));
  return dayOf(day);
}

/** Spam is kept no longer than what was deleted: long enough to find somebody who was taken for a robot. */
export function retainSpamUntil(from: Date): string {
  return dayOf(new Date(from.getTime() + limits.trashDays * 24 * 60 * 60 * 1000));
}

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
