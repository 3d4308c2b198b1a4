const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const dayInUtc = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** "12 May 2026, 14:05" in the reader's own time; the text as it came when no Date understands it. */
export function momentInWords(iso: string): string {
  return written(iso, moment);
}

/** "12 May 2026" of a day (2026-05-12) or of a moment; the text as it came when no Date understands it. */
export function dayInWords(iso: string): string {
  return written(iso, isDay(iso) ? dayInUtc : day);
}

/** "12 May" of a day (2026-05-12) that is near enough to need no year. */
export function nearDayInWords(iso: string): string {
  return written(iso, dayOfYear);
}

/** How long ago a moment was: minutes, hours, days, and from a month on its day. */
export function ageInWords(iso: string, now = Date.now()): string {
  const time = timeOf(iso);
  if (Number.isNaN(time)) return iso;
  const age = now - time;
  if (age < 60_000) return 'just now';
  if (age < hourMs) return relative.format(-Math.floor(age / 60_000), 'minute');
  if (age < dayMs) return relative.format(-Math.floor(age / hourMs), 'hour');
  if (age < 30 * dayMs) return relative.format(-Math.floor(age / dayMs), 'day');
  return dayInWords(iso);
}

/**
 * Whole days from today until the end of `until` (a day, UTC): 0 on the day itself, less than 0 when it is over. NaN for
 * what is no day.
 */
export function daysUntil(until: string, now = Date.now()): number {
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T00:00:00Z`);
  return Math.round((Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - today) / dayMs);
}

function written(iso: string, format: Intl.DateTimeFormat): string {
  const time = timeOf(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}

/** A host may write "2026-05-12 14:05:00"; not every browser reads that. */
function timeOf(iso: string): number {
  return Date.parse(iso.replace(' ', 'T'));
}

function isDay(iso: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(iso);
}
