import { isRecord } from '#shared/json.ts';
import { isBlank, readJsonId } from '#shared/schemas/fields.ts';
import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import { readAt as at } from '../../../hosts/host-file/map-path.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';
import { shownWords, words } from './table.ts';

/** Functions for JSON of an unknown structure. Places are written as in host.json: names joined by dots. */

export type Json = Record<string, unknown>;

/** A place in the answers of the host, with the names by which it may be recognised. */
type Place = ReturnType<typeof placesIn>[number];

/** Returns a name in lower case without separators, so that coverImage and cover_image become equal. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Names of objects that say nothing about the fields inside. */
const neutral =
  /^(links?|socials?|meta|seo|attributes|relationships|dates|timestamps|fields|acf|embedded|\d+)$/;
/** Names of fields that only hold the value of the object around them, such as the text of a title. */
const inner =
  /^(rendered|html|text|value|raw|content|url|src|path|href|original|full|large|file|bestand|data|attributes|id|uuid|num|nr|code)$/;

/** Removes what only describes the kind of value: coverImageUrl becomes cover, and isPublished becomes published. */
const stemOf = (name: string) =>
  name
    .replace(/(?<=.)((image|picture|photo|html|text)?(url|link|src|path)?|at|am|on|date|id)$/, '')
    .replace(/^(is|date|html)(?=.)/, '');

/** Returns the names inside of a value; of a list that of its first item. */
const namesIn = (value: unknown) =>
  Object.keys(Array.isArray(value) ? value.slice(0, 1) : isRecord(value) ? value : {}).filter((name) =>
    /^[\w$@:-]{1,64}$/.test(name),
  );

/** Returns all places in these values down to a depth of six, the least nested first. Of a list the first item counts. */
export function placesIn(...all: readonly unknown[]) {
  // The set grows while it is read, so the least nested come first.
  const found = new Set(['']);
  for (const place of found) {
    if (found.size > 2_000 || place.split('.').length === 6) break;
    for (const name of all.slice(0, 12).flatMap((value) => namesIn(at(value, place))))
      found.add(place ? `${place}.${name}` : name);
  }
  return Array.from(found, (place) => {
    const own = place.split('.').map(plain);
    const name = own.at(-1) ?? '';
    const parts = own.filter((each, index) => index === own.length - 1 || !neutral.test(each));
    const outer = parts.filter((each, index) => index === 0 || !inner.test(each));
    const whole = [parts.join(''), outer.join('')];
    return {
      place,
      /** Its own name, in the form of `plain`. */
      name,
      /** Names that include those of the objects around it: `cover.data.url` has `coverdataurl` and `cover`. */
      names: [...whole, ...whole.map(stemOf)],
      depth: own.length,
      /** The value at this place in each of the examined values. */
      values: all.map((value) => at(value, place)),
    };
  });
}

function isPicture(value: unknown): value is string {
  const hasEnding = /^[^\n<>]*\.(jpe?g|png|webp|gif|avif|svg)([?#].*)?$/i;
  const isOfMedia = /^((https?:)?\/\/|\/)[^\s<>]*\b(image|media|photo|upload|storage|cdn|asset|img)/i;
  return typeof value === 'string' && (hasEnding.test(value) || isOfMedia.test(value));
}

/** Returns a test of a value's text. */
const matches = (pattern: RegExp) => (value: unknown) => pattern.test(String(value));

/** True for a date with a time of day but without a time zone. */
export const isNaive = matches(
  /^\s*(\d{4}-\d\d-\d\d|\d\d?([./-])\d\d?\2\d{4})[T ]\d\d:\d\d(:\d\d)?([.,]\d{1,9})?\s*$/,
);

const isHtml = matches(/<(p|h[1-6]|ul|ol|li|div|br|strong|em|a|img|blockquote)\b/i);

/** For each kind of value: whether a value is of this kind. */
const looks: Record<string, (value: unknown) => boolean> = {
  id: (value) => readJsonId(value) !== undefined,
  line: (value) => looks.text?.(value) === true && String(value).length < 600 && !isHtml(value),
  text: (value) => typeof value === 'string' && !isPicture(value),
  image: isPicture,
  pictures: (value) =>
    isPicture(value) ||
    (Array.isArray(value) &&
      value.every((each) => placesIn(each).some(({ values }) => isPicture(values[0])))),
  flag: matches(/^([01]|true|false|[A-Za-z_-]{2,20})$/),
  number: matches(/^-?\d{1,15}(\.\d+)?$/),
  moment: matches(/^((\d{4}-\d\d-\d\d|\d\d?([./-])\d\d?\3\d{4})([T ]\d\d:\d\d.*)?|1?\d{9}(\d{3})?)$/),
  address: (value) => /^https?:\/\/\S+$|\.(mp4|webm|mov|m4v)$/i.test(String(value)) && !isPicture(value),
  secret: matches(/^(bearer )?[\x21-\x7e]{12,}$/i),
  more: (value) => Boolean(value) && value !== '0' && typeof value !== 'object',
  things: (value) => typeof value === 'object',
};

/** How well a value fits a look: 0 not at all, 1 if it is empty, 2 well, 3 if it is a text with HTML. */
function fitOf(look: string, value: unknown) {
  if (isBlank(value)) return 1;
  if (!looks[look]?.(value)) return 0;
  return look === 'text' && isHtml(value) ? 3 : 2;
}

/**
 * Returns the best place for a name of the table of words: by how well its values fit, by the position of its name in
 * the line, and by its depth. A place with a value that does not fit is excluded.
 */
export function find(all: readonly Place[], wanted: string, by: 'name' | 'names' = 'name') {
  const { look = '', names = [] } = words.get(wanted) ?? {};
  const scored = all.flatMap((each) => {
    const first = [each[by]]
      .flat()
      .map((name) => names.indexOf(name))
      .find((position) => position >= 0);
    const fits = each.values.map((value) => fitOf(look, value));
    return first === undefined || fits.includes(0)
      ? []
      : { each, score: Math.max(...fits) * 100 - first - each.depth * 5 };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]?.each;
}

/**
 * Returns the places of all names after a prefix of the table, such as the numbers of a list. Each is looked for in one
 * group of places after the other.
 */
export function findAll(prefix: string, ...groups: (readonly Place[])[]) {
  const wanted = [...words.keys()].filter((name) => name.startsWith(prefix));
  const placeOf = (name: string) => groups.map((all) => find(all, name)).find(Boolean)?.place;
  return Object.fromEntries(wanted.map((name) => [name.slice(prefix.length), placeOf(name)]));
}

/** Names of a field that identifies rows, the surest first. */
const idNames = [
  ...[/^id$/, /^uuid$/, /^_id$/, /^documentId$/, /^guid$/, /^key$/, /^pk$/, /^slug$/],
  /(^|[_a-z])(id|Id|ID)$/,
  /^(num|no|nr|number|numero|nummer|code|codigo|kennung|clave|chave|ref)$/i,
  /(_|[a-z](?=[A-Z]))(num|no|nr|number|numero|nummer|code|codigo|key|pk|uuid)$/i,
];

/**
 * Returns the name of the field that identifies the rows: the one that the person named (`told`), or the only one of a
 * usual name; undefined if there is none, or if its values are not unique.
 */
export function idFieldOf(rows: readonly Json[], told?: string) {
  const names = Object.keys(rows[0] ?? {});
  const usual = idNames.flatMap((pattern) => {
    const own = names.filter((name) => pattern.test(name));
    return own.length === 1 ? own : [];
  });
  return [told ?? [], ...usual].flat().find((name) => {
    const ids = new Set(rows.map((row) => readJsonId(row[name])));
    return ids.size === rows.length && !ids.has(undefined);
  });
}

/**
 * Finds where the rows of a host have the fields of an entity: by the documentation of the host's make, by their
 * names, and by the kind of their values. Of each field, `says` is the entry of host.json, and `sample` a value.
 */
export function matchFields(
  entity: HostKind,
  rows: readonly Json[],
  { id: idField = idFieldOf(rows) ?? 'id', ...documented }: Record<string, FieldPlace> = {},
) {
  const fields = new Map<string, { place: string; says: FieldPlace; sample: unknown }>();
  const put = (ours: string, says: FieldPlace) => {
    const place = typeof says === 'string' ? says : String([says.at ?? ''].flat().at(says.join ? 0 : -1));
    const sample = rows.map((row) => at(row, place)).find((value) => !isBlank(value));
    fields.set(ours, { place, says, sample });
  };
  if (rows.length === 0) return { entity, rows, fields };
  put('id', idField);
  const all = placesIn(...rows).filter(({ place }) => place !== idField);
  let free = all;
  for (const [name, { look }] of words) {
    const ours = name.replace(`${entity}.`, '');
    const found = entityFields[entity].includes(ours) && find(free, name, 'names');
    const says = found && (look === 'flag' ? flagAt(found) : found.place);
    if (!says) continue;
    if (look !== 'moment') free = free.filter((each) => each !== found);
    put(ours, says);
  }
  const [first, last] = ['first_name', 'last_name'].map((part) => find(all, part, 'names')?.place);
  const isPart = [undefined, first].includes(fields.get('name')?.place);
  if (first && last && isPart && entityFields[entity].includes('name'))
    put('name', { at: [first, last], join: ' ' });
  // Visitors see the date of publication. Drafts have none, so the date of creation is the second choice.
  const made = fields.get('created_at')?.place;
  const published = find(free, 'published', 'names')?.place;
  if (entity === 'blog' && made && published && published !== made)
    put('created_at', { at: [published, made] });
  for (const [ours, says] of Object.entries(documented)) put(ours, says);
  return { entity, rows, fields };
}

/** Returns the entry of a flag; undefined if it is unknown which of its words means yes and which means no. */
function flagAt({ place, values }: Place) {
  const said = values.map(String).filter((word) => !/^(0|1|true|false|null|undefined|)$/i.test(word));
  const [first] = said;
  if (!first) return place;
  const pair = shownWords.find((each) => said.every((word) => each.includes(word.toLowerCase())));
  const asThere = (word = '') =>
    said.find((each) => each.toLowerCase() === word) ??
    (first === first.toUpperCase() ? word.toUpperCase() : word);
  return pair && { at: place, values: { 1: asThere(pair[0]), 0: asThere(pair[1]) } };
}
