import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';
import { fieldWords, shownWords } from './field-words.ts';
import { at, idFieldOf, isNothing, type Json, placesIn, plain, scoreAs, type ValueKind } from './json.ts';

/** Places of an entity's fields in the host's rows. */
export interface FoundFields {
  entity: HostKind;
  rows: readonly Json[];
  /** By the contract's name: the place, the line in host.json, and its evidence. */
  fields: Map<string, { place: string; says: FieldPlace; sample: unknown; because: string }>;
}

interface Candidate {
  place: string;
  /** Possible names: cover.data.url is coverdataurl and cover. */
  names: readonly string[];
  depth: number;
  values: readonly unknown[];
}

/** Objects whose name says nothing about their fields. */
const neutral = /^(links?|socials?|meta|seo|attributes|relationships|dates|timestamps|fields|acf|\d+)$/;
/** Names inside an object that is a text, a picture, or the record that another belongs to. */
const inside =
  /^(rendered|html|text|value|raw|content|url|src|path|href|original|full|large|file|data|id|uuid)$/;

/**
 * Returns a name without the parts that only describe the kind of value: coverImageUrl becomes cover, isPublished
 * becomes published.
 */
function stemOf(name: string): string {
  return name
    .replace(/(?<=.)((image|picture|photo|html|text)?(url|link|src|path)?|at|on|date|id)$/, '')
    .replace(/^(is|date|html)(?=.)/, '');
}

/**
 * Finds the contract's fields in these rows: as documented for the make, and by their names and the look of their
 * values. `calls` names the calls that returned the rows.
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
  // Visitors see the date of publication, which drafts lack.
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

/** Returns the best candidate by name, nesting and values. Its values must fit in all rows. */
function bestOf(all: readonly Candidate[], names: readonly string[], look: ValueKind): Candidate | undefined {
  const scored = all.flatMap((candidate) => {
    const known = [...candidate.names, ...candidate.names.map(stemOf)].map((name) => names.indexOf(name));
    const rank = known.find((each) => each >= 0);
    const fit = candidate.values.map((value) => scoreAs(look, value));
    if (rank === undefined || fit.includes(0)) return [];
    // HTML scores higher than plain text, and a field with values higher than one that is always empty.
    return [{ candidate, score: Math.max(...fit) * 100 - rank - candidate.depth * 5 }];
  });
  return scored.sort((one, other) => other.score - one.score)[0]?.candidate;
}

/** Returns the line of a field in host.json; undefined for a flag with unknown words. */
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
