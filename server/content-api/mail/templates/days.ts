const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats the day of an ISO time: 21 May 2027. */
export function asDay(iso: string): string {
  return format.format(new Date(iso));
}
