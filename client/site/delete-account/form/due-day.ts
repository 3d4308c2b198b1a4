const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of an ISO time as the mail of the studio has it too: 21 December 2026. Undefined for what is no time. */
export function dueDay(iso: string): string | undefined {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? undefined : format.format(time);
}
