import { momentOf } from '#shared/dates.ts';

/*
 * Dates and times as screens show them. A time is shown in the reader's time zone. A day (2026-05-12) is a day in UTC
 * for every reader, as on the server. A text that is not a date is returned unchanged. Pages that the server renders
 * use `formatDay` of #shared/dates.ts.
 */

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const near = { day: 'numeric', month: 'short' } as const;
const short = { ...near, year: 'numeric' } as const;
const nearDay = new Intl.DateTimeFormat('en-GB', near);
const nearDayOfUtc = new Intl.DateTimeFormat('en-GB', { ...near, timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-GB', short);
const dayOfUtc = new Intl.DateTimeFormat('en-GB', { ...short, timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-GB', { ...short, hour: '2-digit', minute: '2-digit' });
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Formats a time like "12 May 2026, 14:05". */
export function formatMoment(iso: string) {
  return formatted(iso, moment);
}

/** "Saturday, 21 November 2026 at 14:05" */
export function formatFullMoment(iso: string) {
  return formatted(iso, whole);
}

/** Formats a time as a mail list does: "14:05" today, "12 May" this year, otherwise "12 May 2024". */
export function formatInboxMoment(iso: string, now: Date) {
  const at = momentOf(iso);
  if (!at) return iso;
  if (at.toDateString() === now.toDateString()) return time.format(at);
  return (at.getFullYear() === now.getFullYear() ? nearDay : day).format(at);
}

/** Formats a day, or the day of a time in the reader's time zone: "12 May 2026". */
export function formatLocalDay(iso: string) {
  return formatted(iso, isDay(iso) ? dayOfUtc : day);
}

/** Formats a day without its year, for a day in the near future or past: "12 May". */
export function formatDayOfYear(iso: string) {
  return formatted(iso, nearDayOfUtc);
}

/** Formats how long ago a time was: in minutes, hours or days; after a month as the date. */
export function formatAge(iso: string, now = Date.now()) {
  const at = momentOf(iso);
  if (!at) return iso;
  const age = now - at.getTime();
  if (age < 60_000) return 'just now';
  if (age < hourMs) return relative.format(-Math.floor(age / 60_000), 'minute');
  if (age < dayMs) return relative.format(-Math.floor(age / hourMs), 'hour');
  if (age < 30 * dayMs) return relative.format(-Math.floor(age / dayMs), 'day');
  return formatLocalDay(iso);
}

/**
 * Returns the number of UTC days from today to `until`: 0 on the day itself, negative after it. NaN if `until` is not
 * a date.
 */
export function daysUntil(until: string, now = Date.now()) {
  const at = momentOf(until);
  return at ? Math.floor(at.getTime() / dayMs) - Math.floor(now / dayMs) : Number.NaN;
}

/** Formats a time of day by this device's clock: "12:04". */
export function formatTime(at: number) {
  return time.format(at);
}

/**
 * Formats a time: "12:04" on the same day, otherwise "21 Nov, 12:04". For an invalid time, returns "an unknown time".
 */
export function formatDayAndTime(at: number, now = Date.now()) {
  if (Number.isNaN(at)) return 'an unknown time';
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return sameDay ? time.format(at) : `${nearDay.format(at)}, ${time.format(at)}`;
}

function formatted(iso: string, format: Intl.DateTimeFormat) {
  const at = momentOf(iso);
  return at ? format.format(at) : iso;
}

function isDay(iso: string) {
  return /^\d{4}-\d\d-\d\d$/.test(iso);
}
