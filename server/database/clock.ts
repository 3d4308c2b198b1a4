/** Returns the current time as every date column stores it: ISO text in UTC with milliseconds. */
export function isoNow(): string {
  return new Date().toISOString();
}

/**
 * Returns the next `updated_at` of a row: the present time, or a later one if the clock has stopped or gone back, so
 * that it is always later than `before`. So `updated_at` identifies a version of a row (edits/repository.ts).
 */
export function isoAfter(before: string): string {
  const now = isoNow();
  return now > before ? now : new Date(Date.parse(before) + 1).toISOString();
}
