const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** "12:04", by this device's clock. */
export function clockTime(at: number): string {
  return time.format(at);
}

/** "12:04" on the same day, else "21 Nov, 12:04". A time that no clock shows is said as such. */
export function dayAndTime(at: number, now = Date.now()): string {
  if (Number.isNaN(at)) return 'an unknown time';
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return sameDay ? time.format(at) : `${day.format(at)}, ${time.format(at)}`;
}
