/** Now, as every date column keeps it: ISO text in UTC with milliseconds. */
export function isoNow(): string {
  return new Date().toISOString();
}
