import { timeInZone, wallTime } from '#shared/time-zone.ts';

/** How a host reads and writes dates (`dates` of host.json). */
interface Dates {
  /** IANA time zone of the host's dates that state no zone. */
  zone: string;
  /** The order of day and month in dates with slashes or hyphens. */
  read?: 'dmy' | 'mdy' | undefined;
  write: 'iso' | 'sql' | 'dmy' | 'unix' | 'unix_ms';
}

/**
 * A number below this is a time in seconds since 1970, any other number a time in milliseconds. As milliseconds the
 * limit is in 1973, as seconds in 5138, so no realistic date is misread.
 */
const firstMs = 100_000_000_000;

/** A date that ends with its year. With dots the day is before its month; `Date.parse` takes it for a month. */
const yearLast = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[T ])/;
/** Digits whose order of day and month nobody can know. */
const ambiguous = /^\d{1,2}\D\d{1,2}\D/;
/** A day, and maybe a time, without a zone. */
const withoutZone = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/i;

/**
 * Converts a host's date to ISO in UTC. A date without a time keeps its form, and a value that is no date is returned
 * unchanged.
 */
export function readDateTime(value: unknown, { zone, read }: Dates): unknown {
  if (value === '' || value === null || value === undefined) return null;
  const number =
    typeof value === 'number' ? value : /^\d{9,14}$/.test(String(value)) ? Number(value) : undefined;
  if (number !== undefined) return isoOf(number < firstMs ? number * 1000 : number) ?? value;
  if (typeof value !== 'string') return value;
  const text = value.trim().replace(yearLast, (all, first, mark, second, year) => {
    const order = mark === '.' ? 'dmy' : read;
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    return order ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : all;
  });
  const found = withoutZone.exec(text);
  if (!found) return (ambiguous.test(text) ? undefined : isoOf(Date.parse(text))) ?? value;
  const [, day, time] = found;
  if (time === undefined) return day;
  const asUtc = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(asUtc) ? value : isoOf(timeInZone(zone, asUtc));
}

/** Converts an ISO text to the format in which the host expects dates. A date without a time gets none. */
export function writeDateTime(text: string, { zone, write }: Dates) {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return write === 'dmy' ? dayFirst(text) : text;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return text;
  if (write === 'unix') return Math.floor(at / 1000);
  if (write === 'unix_ms') return at;
  if (write === 'iso') return new Date(at).toISOString();
  const local = new Date(wallTime(zone, at));
  const sql = local.toISOString().slice(0, 19).replace('T', ' ');
  // Hosts that write the day first show no seconds, and some refuse them.
  return write === 'dmy' ? dayFirst(sql.slice(0, -3)) : sql;
}

function dayFirst(date: string) {
  return date.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1');
}

function isoOf(ms: number) {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
