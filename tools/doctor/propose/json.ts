import { isRecord } from '#shared/is-record.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { parsePath, readAt } from '../../../hosts/host-file/map-path.ts';

/** Functions for JSON of an unknown structure. Places are written as in host.json: names joined by dots. */

export type Json = Record<string, unknown>;

/** Returns a name in lower case without separators, so that coverImage and cover_image become equal. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

export function at(value: unknown, place: string): unknown {
  return readAt(value, parsePath(place));
}

interface Place {
  place: string;
  name: string;
  value: unknown;
  /** Names of the objects around the value, from the outermost, in the form of `plain`. */
  around: readonly string[];
}

/**
 * Returns a value and all values inside it down to a depth of six, the least nested first. Of each list only the
 * first item is visited.
 */
export function placesIn(value: unknown): Place[] {
  const found: Place[] = [];
  let level: Place[] = [{ place: '', name: '', value, around: [] }];
  while (level.length > 0 && found.length < 5_000) {
    found.push(...level);
    level = level.flatMap(({ place, name, value: outer, around }) => {
      const inside = Array.isArray(outer) ? { ...outer.slice(0, 1) } : isRecord(outer) ? outer : {};
      return Object.entries(inside)
        .filter(([each]) => /^[\w$@:-]{1,64}$/.test(each) && place.split('.').length < 6)
        .map(([each, one]) => ({
          place: place ? `${place}.${each}` : each,
          name: each,
          value: one,
          around: name && !/^\d+$/.test(name) ? [...around, plain(name)] : around,
        }));
    });
  }
  return found;
}

/** Returns all texts, numbers and booleans inside a value. */
export function leaves(value: unknown): Place[] {
  return placesIn(value).filter((each) => typeof each.value !== 'object');
}

const idNames = ['id', 'uuid', '_id', 'documentId', 'guid', 'key', 'pk', 'slug'];

/** Returns the name of the field that identifies the rows; undefined if no field does. */
export function idFieldOf(rows: readonly Json[]): string | undefined {
  const own = Object.keys(rows[0] ?? {}).filter((name) => /(?:^|[_a-z])(?:id|Id|ID)$/.test(name));
  const isKey = (name: string) =>
    new Set(rows.map((row) => row[name])).size === rows.length &&
    rows.every((row) => readJsonId(row[name]) !== undefined);
  return rows.length === 0 ? undefined : [...idNames, ...(own.length === 1 ? own : [])].find(isKey);
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

export function isPicture(value: unknown): value is string {
  const hasEnding = /^[^\n<>]*\.(jpe?g|png|webp|gif|avif|svg)([?#].*)?$/i;
  const isOfMedia = /^((https?:)?\/\/|\/)[^\s<>]*\b(image|media|photo|upload|storage|cdn|asset|img)/i;
  return typeof value === 'string' && (hasEnding.test(value) || isOfMedia.test(value));
}

/** True for a date with a time of day but without a time zone. */
export function isNaive(value: unknown): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d{1,9})?$/.test(String(value).trim());
}

const isHtml = (value: unknown) =>
  /<(p|h[1-6]|ul|ol|li|div|br|strong|em|a|img|blockquote)\b/i.test(String(value));

/** For each kind of value: a test whether a value is of this kind. */
const looks = {
  id: (value: unknown) => readJsonId(value) !== undefined,
  line: (value: unknown) => looks.text(value) && !isHtml(value) && String(value).length < 600,
  text: (value: unknown) => typeof value === 'string' && !isPicture(value),
  image: isPicture,
  pictures: (value: unknown) =>
    isPicture(value) ||
    (Array.isArray(value) && value.every((each) => placesIn(each).some((one) => isPicture(one.value)))),
  flag: (value: unknown) => /^([01]|true|false|[A-Za-z_-]{2,20})$/.test(String(value)),
  number: (value: unknown) => /^-?\d{1,9}(\.\d+)?$/.test(String(value)),
  moment: (value: unknown) => /^(\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?|1?\d{9}(\d{3})?)$/.test(String(value)),
  address: (value: unknown) =>
    /^https?:\/\/\S+$|\.(mp4|webm|mov|m4v)$/i.test(String(value)) && !isPicture(value),
};

export type Look = keyof typeof looks;

/**
 * Returns how well a value fits a look: 0 not at all, 1 for an empty value, 2 well, 3 for a text that contains HTML.
 */
export function fitOf(look: Look, value: unknown): number {
  if (isNothing(value)) return 1;
  if (!looks[look](value)) return 0;
  return look === 'text' && isHtml(value) ? 3 : 2;
}
