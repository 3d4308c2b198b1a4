import { timeInZone, wallTime } from '#shared/time-zone.ts';

/** How a host reads and writes dates (`dates` of host.json). */
interface Dates {
  /** IANA time zone of the host's dates that state no zone. */
  zone: string;
  write: 'iso' | 'sql' | 'unix' | 'unix_ms';
}

/**
 * A number below this is a time in seconds since 1970, any other number a time in milliseconds. As milliseconds the
 * limit is in 1973, as seconds in 5138, so no realistic date is misread.
 */
const firstMs = 100_000_000_000;

/** A day before its month, as it is written with dots. `Date.parse` takes such a day for a month. */
const withDots = /^(\d\d)\.(\d\d)\.(\d{4})(?=$| )/;
/** Digits whose order of day and month nobody can know. */
const ambiguous = /^\d{1,2}\D\d{1,2}\D/;
/** A day, and maybe a time, without a zone. */
const withoutZone = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/i;

/**
 * Converts a host's date to ISO in UTC. A date without a time keeps its form, and a value that is no date is returned
 * unchanged.
 */
export function readDateTime(value: unknown, { zone }: Dates): unknown {
  if (value === '' || value === null || value === undefined) return null;
  const number =
    typeof value === 'number' ? value : /^\d{9,14}$/.test(String(value)) ? Number(value) : undefined;
  if (number !== undefined) return isoOf(number < firstMs ? number * 1000 : number) ?? value;
  if (typeof value !== 'string') return value;
  const found = withoutZone.exec(value.trim().replace(withDots, '$3-$2-$1'));
  if (!found) return (ambiguous.test(value.trim()) ? undefined : isoOf(Date.parse(value))) ?? value;
  const [, day, time] = found;
  if (time === undefined) return day;
  const asUtc = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(asUtc) ? value : isoOf(timeInZone(zone, asUtc));
}

/**
 * Converts an ISO text to the format in which the host expects dates. A date without a time is returned unchanged.
 */
export function writeDateTime(text: string, { zone, write }: Dates): string | number {
  if (text === '' || /^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return text;
  if (write === 'unix') return Math.floor(at / 1000);
  if (write === 'unix_ms') return at;
  if (write === 'iso') return new Date(at).toISOString();
  const local = new Date(wallTime(zone, at));
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

function isoOf(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
