/** Now, as every date column keeps it: ISO text in UTC with milliseconds. */
export function isoNow(): string {
  return new Date().toISOString();
}

/**
 * The `updated_at` of a row that had another: now, and always later than the one before, though the clock may stand or
 * go back. So a version of a row is known by its `updated_at` (validation/concurrency.ts).
 */
export function isoAfter(before: string): string {
  const now = isoNow();
  return now > before ? now : new Date(Date.parse(before) + 1).toISOString();
}
