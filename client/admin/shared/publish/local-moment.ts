import { momentOf } from '#shared/dates.ts';

/** Formats a time as the value of a date and time input, in the time zone of this device; '' if there is no time. */
export function localOf(iso: string | null | undefined) {
  const at = iso ? momentOf(iso) : undefined;
  if (!at) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const year = String(at.getFullYear()).padStart(4, '0');
  const day = `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * Converts the value of a date and time input to a UTC time; null for an empty input. The input shows no seconds, so
 * `stored` is returned if the value was not changed: otherwise the seconds would be lost.
 */
export function isoOf(local: string, stored: string | null | undefined) {
  if (local === '') return null;
  if (stored && local === localOf(stored)) return stored;
  return new Date(local).toISOString();
}

/** Names the time zone of this device: "Asia/Karachi (Pakistan Standard Time)". */
export function timeZoneInWords(now = new Date()) {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'long' });
  const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return name && name !== timeZone ? `${timeZone} (${name})` : timeZone;
}
