import { isDate } from './text-formats.ts';
import { type Language, localeOf } from './words/language.ts';

/**
 * Parses a time from an API host: ISO, a day, or "2026-11-20 09:30:00" as many databases write it. A time without a
 * zone is read as UTC. Undefined for anything else.
 */
export function momentOf(text: string | null | undefined) {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text?.trim() ?? '',
  );
  if (!found) return undefined;
  const [, day, time = '00:00', zone = 'Z'] = found;
  const moment = new Date(`${day}T${time}${/^[+-]\d{4}$/.test(zone) ? zone.replace(/\d\d$/, ':$&') : zone}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * Formats the day of an ISO text in UTC: "31 December 2026"; in another language as that language writes a date.
 * Undefined when the text is no date.
 */
export function formatDay(iso: string | null | undefined, language: Language = 'en') {
  const time = iso ? Date.parse(isDate(iso) ? `${iso}T00:00:00.000Z` : iso) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const date = new Date(time);
  if (language === 'en')
    return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
