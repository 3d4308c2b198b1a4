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
  name: string;
  around: readonly string[];
  values: readonly unknown[];
}

/** Objects whose name says nothing of their fields. */
const neutral = /^(links?|socials?|meta|seo|attributes|relationships|dates|timestamps|fields|acf)$/;
/** Names inside of an object that is a text, or a picture. */
const textInside = /^(rendered|html|text|value|raw|content)$/;
const imageInside = /^(url|src|path|href|original|full|large|publicurl|secureurl|file|attributes|data)$/;

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
    const [look = '', ...names] = words.split(' ');
    const best = bestOf(candidates, [plain(ours), ...names], look as Look, taken);
    const says = best && saysOf(ours, look as Look, best);
    if (!best || says === undefined) continue;
    if (look !== 'moment') taken.add(best.place);
    const sample = best.values.find((value) => !isNothing(value));
    const seen = Array.isArray(sample) ? `a list of ${sample.length}` : JSON.stringify(sample)?.slice(0, 60);
    const empty = `by its name alone: it is empty in all rows of ${calls}`;
    found.set(ours, {
      place: best.place,
      says,
      sample,
      because: seen ? `${best.place} of ${calls}: ${seen}` : empty,
    });
  }
  // Visitors see the day of publication, which drafts lack; a row that was never changed was changed last when it was made.
  const [made, changed] = [found.get('created_at'), found.get('updated_at')];
  const published = candidates.find(
    ({ name, values }) =>
      /^(published|publish|posted)(at|on|date)$/.test(name) &&
      values.every((value) => looksLike('moment', value)),
  );
  if (entity === 'blog' && made && published && published.place !== made.place)
    found.set('created_at', { ...made, says: { at: [published.place, made.place] } });
  if (made && changed && rows.some((row) => at(row, changed.place) === null))
    found.set('updated_at', { ...changed, says: { at: [changed.place, made.place] } });
  return found;
}

function candidatesOf(rows: readonly Json[]): Candidate[] {
  const places = new Map(rows.slice(0, 12).flatMap((row) => placesIn(row).map((each) => [each.place, each])));
  return [...places.values()].map(({ place, name, around }) => {
    return { place, around, name: plain(name), values: rows.map((row) => at(row, place)) };
  });
}

function bestOf(
  candidates: readonly Candidate[],
  names: readonly string[],
  look: Look,
  taken: ReadonlySet<string>,
) {
  let best: { candidate: Candidate; score: number } | undefined;
  for (const candidate of candidates) {
    const rank = taken.has(candidate.place) ? undefined : rankOf(candidate, names, look);
    const fit = candidate.values.map((value) => looksLike(look, value));
    if (rank === undefined || fit.includes(0)) continue;
    // HTML is better than plain text, and a field with values better than one that is empty everywhere.
    const score = Math.max(...fit) * 100 - rank - candidate.around.length * 5;
    if (!best || score > best.score) best = { candidate, score };
  }
  return best?.candidate;
}

/** The position of a candidate's name in the list of names; undefined for one that is not in it. */
function rankOf({ name, around }: Candidate, names: readonly string[], look: Look): number | undefined {
  const all = look === 'flag' ? [...names, ...oppositeWords] : names;
  const rankIn = (each: string) => {
    const trimmed = each.replace(look === 'image' ? /(image|picture|photo|url)$/ : /(html|text)$|^html/, '');
    const [exact, near] = [all.indexOf(each), all.indexOf(trimmed)];
    return exact >= 0 ? exact : near >= 0 ? near + 20 : undefined;
  };
  const [first, ...deeper] = around.filter((each) => !neutral.test(each));
  if (first === undefined) return rankIn(name);
  const container = rankIn(first);
  // salary.min is salary_min.
  if (container === undefined) return around.length === 1 ? rankIn(first + name) : undefined;
  const isInside = (pattern: RegExp) => [...deeper, name].every((each) => pattern.test(each));
  if (look === 'id') return isInside(/^(data|id|uuid)$/) && name !== 'data' ? container : undefined;
  if (look === 'pictures') return name === 'data' && deeper.length === 0 ? container : undefined;
  if (look === 'image') return isInside(imageInside) ? container : undefined;
  return /^(text|line)$/.test(look) && isInside(textInside) ? container : undefined;
}

function saysOf(ours: string, look: Look, { place, name, values }: Candidate): FieldPlace | undefined {
  const known = values.filter((value) => !isNothing(value));
  const words = known.map(String).filter((value) => !/^(0|1|true|false)$/i.test(value));
  if (look === 'flag' && words.length > 0) {
    const pair = shownWords.find((each) => words.every((word) => each.includes(word.toLowerCase())));
    const [shown, hidden] = (pair ?? []).map((word) => {
      const isLoud = words.every((each) => each === each.toUpperCase());
      return words.find((each) => each.toLowerCase() === word) ?? (isLoud ? word.toUpperCase() : word);
    });
    return shown && hidden ? { at: place, values: { 1: shown, 0: hidden } } : undefined;
  }
  if (look === 'flag' && oppositeWords.includes(name)) {
    const isNumber = known.some((value) => typeof value === 'number');
    return { at: place, values: isNumber ? { 1: 0, 0: 1 } : { 1: false, 0: true } };
  }
  return ours === 'description' && known.some(isMarkdown) ? { at: place, format: 'markdown' } : place;
}
