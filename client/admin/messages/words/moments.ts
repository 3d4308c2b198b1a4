const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** A moment as a list of mail shows it, in the reader's own time: "14:05" today, "12 May" this year, else "12 May 2024". */
export function shortMoment(iso: string, now: Date): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  if (at.toDateString() === now.toDateString()) return time.format(at);
  return (at.getFullYear() === now.getFullYear() ? day : dayAndYear).format(at);
}

/** "Saturday, 21 November 2026 at 14:05", in the reader's own time. */
export function wholeMoment(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : whole.format(at);
}
