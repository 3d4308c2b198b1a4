import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';
import { fieldWords, shownWords } from './field-words.ts';
import { at, idFieldOf, isNothing, type Json, placesIn, plain, scoreAs, type ValueKind } from './json.ts';

/** Where the fields of an entity are in the rows of the host. */
export interface FoundFields {
  entity: HostKind;
  rows: readonly Json[];
  /**
   * The fields that were found, by the contract's names: the place in a row, the value for host.json, a sample of the
   * host's values, and the evidence.
   */
  fields: Map<string, { place: string; says: FieldPlace; sample: unknown; because: string }>;
}

interface Candidate {
  place: string;
  /** Names by which the field may be recognised. For cover.data.url these are `coverdataurl` and `cover`. */
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
function stemOf(name: string): string {
  return name
    .replace(/(?<=.)((image|picture|photo|html|text)?(url|link|src|path)?|at|on|date|id)$/, '')
    .replace(/^(is|date|html)(?=.)/, '');
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
  const idField = idFieldOf(rows) ?? 'id';
  const fields: FoundFields['fields'] = new Map();
  if (rows.length === 0) return { entity, rows, fields };
  const put = (ours: string, says: FieldPlace, because?: string) => {
    const place = typeof says === 'string' ? says : String([says.at ?? ''].flat().at(-1));
    const sample = rows.map((row) => at(row, place)).find((value) => !isNothing(value));
    const seen = Array.isArray(sample) ? `a list of ${sample.length}` : JSON.stringify(sample)?.slice(0, 60);
    const empty = `by its name alone: it is empty in all rows of ${calls}`;
    const found = seen ? `${place} of ${calls}: ${seen}` : empty;
    fields.set(ours, { place, says, sample, because: because ?? found });
  };
  put('id', idField, `distinguishes the rows of ${calls}`);
  const taken = new Set([idField]);
  const candidates = candidatesOf(rows);
  for (const { name, look, names } of fieldWords) {
    const ours = name.replace(`${entity}.`, '');
    if (!entityFields[entity].includes(ours)) continue;
    const free = candidates.filter(({ place }) => !taken.has(place));
    const best = bestOf(free, [plain(ours), ...names], look);
    const says = best && saysOf(look, best);
    if (!best || says === undefined) continue;
    if (look !== 'moment') taken.add(best.place);
    put(ours, says);
  }
  // For posts the date of publication is used, since visitors see that date. Drafts do not have one, so the date of
  // creation is the second choice.
  const made = fields.get('created_at')?.place;
  const published = bestOf(candidates, ['published', 'publish', 'posted'], 'moment');
  if (entity === 'blog' && made && published && published.place !== made)
    put('created_at', { at: [published.place, made] });
  for (const [ours, says] of Object.entries(documented)) put(ours, says, 'hosts of this make have it there');
  return { entity, rows, fields };
}

function candidatesOf(rows: readonly Json[]): Candidate[] {
  const places = new Map(rows.slice(0, 12).flatMap((row) => placesIn(row).map((each) => [each.place, each])));
  return [...places.values()].map(({ place, name, around }) => {
    const parts = [...around.filter((each) => !neutral.test(each)), plain(name)];
    const outer = parts.filter((each, index) => index === 0 || !inside.test(each));
    const names = [parts.join(''), outer.join('')];
    return { place, names, depth: around.length, values: rows.map((row) => at(row, place)) };
  });
}

/**
 * Returns the best candidate by its name, its depth and its values. A candidate with an unfit value in any row is
 * excluded.
 */
function bestOf(all: readonly Candidate[], names: readonly string[], look: ValueKind): Candidate | undefined {
  const scored = all.flatMap((candidate) => {
    const known = [...candidate.names, ...candidate.names.map(stemOf)].map((name) => names.indexOf(name));
    const rank = known.find((each) => each >= 0);
    const fit = candidate.values.map((value) => scoreAs(look, value));
    if (rank === undefined || fit.includes(0)) return [];
    // A field whose values contain HTML scores higher than one with plain text, and a field with any value scores
    // higher than one that is empty in all rows.
    return [{ candidate, score: Math.max(...fit) * 100 - rank - candidate.depth * 5 }];
  });
  return scored.sort((one, other) => other.score - one.score)[0]?.candidate;
}

/**
 * Returns the value for a field in host.json. Undefined for a flag if it is unknown which of its words means yes and
 * which means no.
 */
function saysOf(look: ValueKind, { place, values }: Candidate): FieldPlace | undefined {
  const known = values.filter((value) => !isNothing(value)).map(String);
  const words = known.filter((value) => !/^(0|1|true|false)$/i.test(value));
  if (look === 'flag' && words.length > 0) {
    const pair = shownWords.find((each) => words.every((word) => each.includes(word.toLowerCase())));
    const isLoud = words.every((each) => each === each.toUpperCase());
    const [shown = '', hidden = ''] = (pair ?? []).map((word) => {
      const spelt = words.find((each) => each.toLowerCase() === word);
      return spelt ?? (isLoud ? word.toUpperCase() : word);
    });
    return pair && { at: place, values: { 1: shown, 0: hidden } };
  }
  return place;
}
