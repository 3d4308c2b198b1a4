import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import { fieldWords, oppositeWords, shownWords } from './field-words.ts';
import { at, isMarkdown, isNothing, type Json, type Look, looksLike, placesIn, plain } from './json.ts';

/** A field of ours among those of the host's rows. */
interface FoundField {
  place: string;
  /** Its line in host.json. */
  says: FieldPlace;
  sample: unknown;
  because: string;
}

export type FoundFields = Map<string, FoundField>;

interface Candidate {
  place: string;
  /** Possible names: cover.data.url is coverdataurl and cover. */
  names: readonly string[];
  depth: number;
  values: readonly unknown[];
}

/** Objects whose name says nothing of their fields. */
const neutral = /^(links?|socials?|meta|seo|attributes|relationships|dates|timestamps|fields|acf|\d+)$/;
/** Names inside of an object that is a text, a picture, or what a thing belongs to. */
const inside =
  /^(rendered|html|text|value|raw|content|url|src|path|href|original|full|large|publicurl|secureurl|file|data|id|uuid)$/;

/** Finds our fields in these rows by their names and by what their values look like; `calls` names where they were seen. */
export function matchFields(
  entity: EntityName,
  rows: readonly Json[],
  calls: string,
  idField = 'id',
): FoundFields {
  const because = `tells the rows of ${calls} apart`;
  const id = { place: idField, says: idField, sample: rows[0]?.[idField], because };
  const found: FoundFields = new Map([['id', id]]);
  const taken = new Set([idField]);
  const candidates = candidatesOf(rows);
  for (const [ours, words] of Object.entries(fieldWords[entity] ?? {})) {
    const [look, ...names] = words.split(' ') as [Look, ...string[]];
    const free = candidates.filter(({ place }) => !taken.has(place));
    const best = bestOf(free, [plain(ours), ...names, ...(look === 'flag' ? oppositeWords : [])], look);
    const says = best && saysOf(ours, look, best);
    if (!best || says === undefined) continue;
    const { place, values } = best;
    if (look !== 'moment') taken.add(place);
    const sample = values.find((value) => !isNothing(value));
    const seen = Array.isArray(sample) ? `a list of ${sample.length}` : JSON.stringify(sample)?.slice(0, 60);
    const empty = `by its name alone: it is empty in all rows of ${calls}`;
    found.set(ours, { place, says, sample, because: seen ? `${place} of ${calls}: ${seen}` : empty });
  }
  // Visitors see the day of publication, which drafts lack; a row that was never changed was changed last when it was made.
  const [made, changed] = [found.get('created_at'), found.get('updated_at')];
  const published = bestOf(candidates, ['publishedat', 'publishedon', 'publishdate', 'postedat'], 'moment');
  if (entity === 'blog' && made && published && published.place !== made.place)
    found.set('created_at', { ...made, says: { at: [published.place, made.place] } });
  if (made && changed && rows.some((row) => at(row, changed.place) === null))
    found.set('updated_at', { ...changed, says: { at: [changed.place, made.place] } });
  return found;
}

function candidatesOf(rows: readonly Json[]): Candidate[] {
  const places = new Map(rows.slice(0, 12).flatMap((row) => placesIn(row).map((each) => [each.place, each])));
  return [...places.values()].map(({ place, name, around }) => {
    const parts = [...around.filter((each) => !neutral.test(each)), plain(name)];
    const outer = parts.filter((each, index) => index === 0 || !inside.test(each));
    const names = [...new Set([parts.join(''), outer.join('')])];
    return { place, names, depth: around.length, values: rows.map((row) => at(row, place)) };
  });
}

/** The candidate whose name comes first, and whose values fit in all rows. */
function bestOf(
  candidates: readonly Candidate[],
  names: readonly string[],
  look: Look,
): Candidate | undefined {
  const suffix = look === 'image' ? /(image|picture|photo|url)$/ : /(html|text)$|^html/;
  const scored = candidates.flatMap((candidate) => {
    const exact = candidate.names.map((name) => names.indexOf(name));
    const near = candidate.names.map((name) => names.indexOf(name.replace(suffix, '')) + 20);
    const rank = exact.find((each) => each >= 0) ?? near.find((each) => each >= 20);
    const fit = candidate.values.map((value) => looksLike(look, value));
    if (rank === undefined || fit.includes(0)) return [];
    // HTML is better than plain text, and a field with values better than one that is empty everywhere.
    return [{ candidate, score: Math.max(...fit) * 100 - rank - candidate.depth * 5 }];
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.find(({ score }) => score === best)?.candidate;
}

function saysOf(ours: string, look: Look, { place, names, values }: Candidate): FieldPlace | undefined {
  const known = values.filter((value) => !isNothing(value));
  const words = known.map(String).filter((value) => !/^(0|1|true|false)$/i.test(value));
  if (look === 'flag' && words.length > 0) {
    const pair = shownWords.find((each) => words.every((word) => each.includes(word.toLowerCase())));
    const isLoud = words.every((each) => each === each.toUpperCase());
    const [shown = '', hidden = ''] = pair ?? [];
    const spelt = (word: string) =>
      words.find((each) => each.toLowerCase() === word) ?? (isLoud ? word.toUpperCase() : word);
    return pair && { at: place, values: { 1: spelt(shown), 0: spelt(hidden) } };
  }
  if (look === 'flag' && oppositeWords.some((word) => names.includes(word))) {
    const isNumber = known.some((value) => typeof value === 'number');
    return { at: place, values: isNumber ? { 1: 0, 0: 1 } : { 1: false, 0: true } };
  }
  return ours === 'description' && known.some(isMarkdown) ? { at: place, format: 'markdown' } : place;
}
