import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';
import { at, fitOf, idFieldOf, isNothing, type Json, type Look, placesIn, plain } from './json.ts';
import { fieldWords, shownWords } from './words.ts';

/** A place in the answers of the host, with the names by which it may be recognised. */
export interface Candidate {
  place: string;
  names: readonly string[];
  depth: number;
  values: readonly unknown[];
}

/** Names of objects that say nothing about the fields inside. */
const neutral = /^(links?|socials?|meta|seo|attributes|relationships|dates|timestamps|fields|acf|\d+)$/;
/**
 * Names of fields that only hold the value of the object around them, such as the text of a title or the URL of a
 * picture.
 */
const inside =
  /^(rendered|html|text|value|raw|content|url|src|path|href|original|full|large|file|data|id|uuid)$/;

/**
 * Removes the parts of a name that only describe the kind of value: coverImageUrl becomes cover, and isPublished
 * becomes published.
 */
const stemOf = (name: string) =>
  name
    .replace(/(?<=.)((image|picture|photo|html|text)?(url|link|src|path)?|at|on|date|id)$/, '')
    .replace(/^(is|date|html)(?=.)/, '');

/** Returns the places in a single answer, each with its own name only. */
export function placesOf(json: unknown): Candidate[] {
  return placesIn(json).map(({ place, name, around, value }) => ({
    ...{ place, depth: around.length, values: [value] },
    names: [plain(name)],
  }));
}

/**
 * Returns the places in rows. Their names include those of the objects around them: `cover.data.url` has the names
 * `coverdataurl` and `cover`.
 */
function placesInRows(rows: readonly Json[]): Candidate[] {
  const places = new Map(rows.slice(0, 12).flatMap((row) => placesIn(row).map((each) => [each.place, each])));
  return [...places.values()].map(({ place, name, around }) => {
    const parts = [...around.filter((each) => !neutral.test(each)), plain(name)];
    const outer = parts.filter((each, index) => index === 0 || !inside.test(each));
    const whole = [parts.join(''), outer.join('')];
    const values = rows.map((row) => at(row, place));
    return { place, depth: around.length, values, names: [...whole, ...whole.map(stemOf)] };
  });
}

/**
 * Returns the best candidate: by how well its values fit, by the position of its name in `names`, and by its depth. A
 * candidate with a value that does not fit is excluded.
 */
export function bestOf(
  all: readonly Candidate[],
  names: readonly string[],
  fits: (value: unknown) => number | boolean,
): Candidate | undefined {
  let best: { candidate: Candidate; score: number } | undefined;
  for (const candidate of all) {
    const ranks = candidate.names.map((name) => names.indexOf(name));
    const rank = ranks.find((each) => each >= 0);
    const fit = candidate.values.map((value) => Number(fits(value)));
    if (rank === undefined || fit.includes(0)) continue;
    // A field whose values contain HTML scores higher than one with plain text, and a field with any value scores
    // higher than one that is empty in all rows.
    const score = Math.max(...fit) * 100 - rank - candidate.depth * 5;
    if (!best || score > best.score) best = { candidate, score };
  }
  return best?.candidate;
}

interface FoundField {
  place: string;
  /** The value for host.json. */
  says: FieldPlace;
  /** A value that the host has there. */
  sample: unknown;
  because: string;
}

/** Where the fields of an entity are in the rows of the host, by the contract's names. */
export interface FoundFields {
  entity: HostKind;
  rows: readonly Json[];
  fields: Map<string, FoundField>;
}

/**
 * Finds the contract's fields in these rows: by the documentation of the host's make, by their names, and by the kind
 * of their values. `calls` names the calls that returned the rows, as evidence.
 */
export function matchFields(
  entity: HostKind,
  rows: readonly Json[],
  calls: string,
  documented: Record<string, FieldPlace> = {},
): FoundFields {
  const fields: FoundFields['fields'] = new Map();
  if (rows.length === 0) return { entity, rows, fields };
  const put = (ours: string, says: FieldPlace, because?: string) => {
    const place = typeof says === 'string' ? says : String([says.at ?? ''].flat().at(-1));
    const sample = rows.map((row) => at(row, place)).find((value) => !isNothing(value));
    const seen = Array.isArray(sample) ? `a list of ${sample.length}` : JSON.stringify(sample)?.slice(0, 60);
    const found = seen
      ? `${place} of ${calls}: ${seen}`
      : `by its name alone: it is empty in all rows of ${calls}`;
    fields.set(ours, { place, says, sample, because: because ?? found });
  };
  const idField = idFieldOf(rows) ?? 'id';
  put('id', idField, `distinguishes the rows of ${calls}`);
  let free = placesInRows(rows).filter(({ place }) => place !== idField);
  const best = (names: readonly string[], look: Look) => bestOf(free, names, (value) => fitOf(look, value));
  for (const { name, look, names } of fieldWords) {
    const ours = name.replace(`${entity}.`, '');
    if (!entityFields[entity].includes(ours)) continue;
    const found = best([plain(ours), ...names], look);
    const says = found && saysOf(look, found);
    if (!found || says === undefined) continue;
    if (look !== 'moment') free = free.filter((each) => each !== found);
    put(ours, says);
  }
  // For posts the date of publication is used, since visitors see that date. Drafts do not have one, so the date of
  // creation is the second choice.
  const made = fields.get('created_at')?.place;
  const published = best(['published', 'publish', 'posted'], 'moment')?.place;
  if (entity === 'blog' && made && published && published !== made)
    put('created_at', { at: [published, made] });
  for (const [ours, says] of Object.entries(documented)) put(ours, says, 'hosts of this make have it there');
  return { entity, rows, fields };
}

/**
 * Returns the value for a field in host.json. Undefined for a flag if it is unknown which of its words means yes and
 * which means no.
 */
function saysOf(look: Look, { place, values }: Candidate): FieldPlace | undefined {
  const words = values
    .filter((value) => !isNothing(value))
    .map(String)
    .filter((value) => !/^(0|1|true|false)$/i.test(value));
  if (look !== 'flag' || words.length === 0) return place;
  const pair = shownWords.find((each) => words.every((word) => each.includes(word.toLowerCase())));
  const isLoud = words.every((each) => each === each.toUpperCase());
  const [shown = '', hidden = ''] = (pair ?? []).map(
    (word) => words.find((each) => each.toLowerCase() === word) ?? (isLoud ? word.toUpperCase() : word),
  );
  return pair && { at: place, values: { 1: shown, 0: hidden } };
}
