import { Marked } from 'marked';
import { timeInZone, wallTime } from '#shared/time-zone.ts';
import { AppError } from '../../server/errors.ts';
import { type FieldCodecKind, kindOfField } from '../host-file/entities.ts';
import type { HostFile } from '../host-file/schema.ts';
import type { HostField } from './host-map.ts';

/**
 * Converts the values of one kind of field between host and contract. If a function is missing, the values are equal
 * on both sides and are not converted in that direction.
 */
export interface FieldCodec {
  read?(value: unknown, field?: HostField): unknown;
  /** `typed` is true if the host expects JSON, in which numbers are numbers and not texts. */
  write?(value: unknown, typed: boolean, field?: HostField): unknown;
}

export function createFieldCodecs(
  { booleans, dates }: HostFile,
  media: MediaAddresses,
): Readonly<Record<FieldCodecKind, FieldCodec>> {
  return {
    word: {},
    flag: {
      read: flag,
      write: (value) => (isNone(value) ? value : flagFormats[booleans](flag(value))),
    },
    count: {
      read(value, field) {
        const number = isNone(value) ? null : numberOr(value);
        return field?.format === 'cents' && typeof number === 'number' ? number / 100 : number;
      },
      write(value, typed, field) {
        if (isNone(value)) return value;
        if (field?.format === 'cents') return Math.round(Number(value) * 100);
        return typed ? numberOr(value) : value;
      },
    },
    id: {
      write: (value, typed) => (typed && /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : value),
    },
    moment: {
      read: (value) => readDateTime(value, dates),
      write: (value) => (typeof value === 'string' ? writeDateTime(value, dates) : value),
    },
    media: {
      read: (value, field) => media.read(Array.isArray(value) ? value[0] : value, field?.base),
    },
    html: {
      read(value, field) {
        if (typeof value !== 'string') return value;
        return media.readHtml(field?.format === 'markdown' ? htmlOfMarkdown(value) : value);
      },
      write: (value) => (typeof value === 'string' ? media.writeHtml(value) : value),
    },
  };
}

/** True for a word of ours, such as a status, if `values` of host.json names others and not this. */
export function isUnnamedWord(name: string, value: unknown, field: HostField | undefined) {
  const isWord = /^(flag|word)$/.test(kindOfField[name] ?? '') && !isNone(value);
  return isWord && field?.write?.has(String(value)) === false;
}

const flagFormats: Record<HostFile['booleans'], (flag: 0 | 1) => unknown> = {
  booleans: (on) => on === 1,
  texts: String,
  numbers: (on) => on,
};

function isNone(value: unknown): value is null | '' {
  return value === null || value === '';
}

/** Converts to a number; returns any other value unchanged. */
function numberOr(value: unknown) {
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

const no: readonly unknown[] = [0, '0', false, 'false', null, undefined, '', 'no', 'off'];

export function flag(value: unknown) {
  return no.includes(typeof value === 'string' ? value.toLowerCase() : value) ? 0 : 1;
}

/** How a host reads and writes dates. */
type Dates = HostFile['dates'];

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
export function readDateTime(value: unknown, { zone, read }: Dates) {
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

const markdown = new Marked({ gfm: true, breaks: false });

/** Matches a text that begins with HTML, as this site's editor saves texts. Such a text contains no Markdown. */
const startsHtml = /^\s*<(p|h[1-6]|ul|ol|div|blockquote|figure|pre|table|iframe|img)\b/i;

/**
 * Converts a host's Markdown (CommonMark, with GitHub's tables and strikethrough) to HTML. HTML inside the Markdown
 * is preserved, and sanitised later like all HTML of a host. A text that begins with HTML is returned unchanged. A
 * text that is nested too deeply to parse is returned as its escaped source.
 */
export function htmlOfMarkdown(text: string) {
  if (startsHtml.test(text)) return text;
  try {
    return markdown.parse(text, { async: false }).trimEnd();
  } catch {
    return `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
  }
}

export type MediaAddresses = ReturnType<typeof createMediaAddresses>;

/** The prefix under which visitors see media of other origins: /media/<name>/… */
const ours = '/media';

const linked = /(\b(?:src|poster|href|data-src)\s*=\s*["']?)([^"'\s<>]+)/gi;

/** Changes the addresses in the attributes of a text. */
export function inHtml(html: string, change: (address: string) => string) {
  return html.replace(linked, (_all, attribute: string, address: string) => attribute + change(address));
}

/** Maps the URLs of media on other origins to the paths under which visitors see them. */
export function createMediaAddresses({ media }: HostFile) {
  const origins = Object.entries(media.origins).map(([name, { url }]) => {
    return {
      path: `${ours}/${name}/`,
      rest: `//${url.host}${url.pathname.replace(/\/*$/, '/')}`,
      scheme: url.protocol,
    };
  });
  // Longest first: if two configured origins have the same hostname, the origin with the longer path is matched
  // first.
  origins.sort((one, other) => other.rest.length - one.rest.length);
  const readAddress = (address: string) => {
    const rest = address.replace(/^https?:/i, '');
    const origin = origins.find((each) => rest.toLowerCase().startsWith(each.rest.toLowerCase()));
    return origin ? `${origin.path}${rest.slice(origin.rest.length)}` : address;
  };
  const writeAddress = (address: string) => {
    const origin = origins.find(({ path }) => address.startsWith(path));
    return origin ? `${origin.scheme}${origin.rest}${address.slice(origin.path.length)}` : address;
  };

  return {
    /**
     * Returns the path on this site for the value of a media field, or the value unchanged if no path is known. `base`
     * is the prefix for a value that is only a file name.
     */
    read(value: unknown, base?: string) {
      if (typeof value !== 'string' || value === '') return value === '' ? null : value;
      const isWhole = /^(https?:)?\/\//i.test(value) || value.startsWith('data:') || value.startsWith('/');
      if (isWhole || base === undefined) return readAddress(value);
      // A file name without a path may contain spaces and non-ASCII letters, which are encoded here. A slash
      // separates folders.
      return readAddress(`${base}${value.split('/').map(encodeURIComponent).join('/')}`);
    },
    /** Replaces the URLs of media on other origins in a text by paths of this site. `writeHtml` does the reverse. */
    readHtml: (html: string) => inHtml(html, readAddress),
    writeHtml: (html: string) => inHtml(html, writeAddress),
  };
}

/** Returns a refusal of a file or a value, to be shown at its field. */
export function refusalAt(code: 'host.takesNoFiles' | 'host.takesOneFile' | 'host.notStored', field: string) {
  return new AppError(code, 422, { fields: { [field]: [new AppError(code, 422).message] } });
}
