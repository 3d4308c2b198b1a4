const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of an ISO time as people write it: 21 May 2027. */
export function asDay(iso: string): string {
  return format.format(new Date(iso));
}
