import { momentOf } from '#shared/dates.ts';

/** A moment as a field for date and time shows it, in the time zone of this device; '' for none. */
export function localOf(iso: string | null | undefined): string {
  const at = iso ? momentOf(iso) : undefined;
  if (!at) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const year = String(at.getFullYear()).padStart(4, '0');
  const day = `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * What such a field holds as a moment of UTC; null for nothing. A moment that nobody has changed stays as it is stored: the field
 * shows no seconds.
 */
export function isoOf(local: string, stored: string | null | undefined): string | null {
  if (local === '') return null;
  if (stored && local === localOf(stored)) return stored;
  return new Date(local).toISOString();
}

/** "Asia/Karachi (Pakistan Standard Time)", of this device. */
export function timeZoneInWords(now = new Date()): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'long' });
  const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return name && name !== timeZone ? `${timeZone} (${name})` : timeZone;
}
