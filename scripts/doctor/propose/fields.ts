import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import { isObject } from '../finding.ts';
import { choices, fieldWords, type Word, wordsIn } from './field-words.ts';
import { at, idFieldOf, type Json, plain } from './json-places.ts';
import { isHtml, isMarkdown, isNothing, looksLike } from './looks.ts';
import { shownWords } from './words.ts';

/** A field of ours, found among those of the host's things. */
interface FoundField {
  place: string;
  /** What host.json says of it. */
  says: FieldPlace;
  /** A value that stands there, where one does. */
  sample: unknown;
  because: string;
  /** An address of which the host says null where there is none. */
  noneIsNull?: true;
}

export type FoundFields = Map<string, FoundField>;

interface Candidate {
  place: string;
  /** Its own name in plain form, and those of the objects around it. */
  name: string;
  around: readonly string[];
  values: readonly unknown[];
}

/** Objects that say nothing of what their fields are about. */
const neutral =
  /^(links?|socials?|sociallinks|meta|seo|attributes|dates|timestamps|stats|fields|acf|properties|profile)$/;
/** Names of the text or the address inside of an object that is one. */
const inner = {
  text: /^(rendered|html|text|value|raw|content)$/,
  image: /^(url|src|path|href|original|full|large|medium|publicurl|secureurl|file)$/,
};

/**
 * The fields of these things by their names, and by what their values look like. `rows` are of one list, with the single thing merged
 * into the first where that says more; `call` is where they were seen.
 */
export function matchFields(
  entity: EntityName,
  rows: readonly Json[],
  call: string,
  idField = idFieldOf(rows),
): FoundFields {
  const found: FoundFields = new Map();
  const taken = new Set<string>();
  const candidates = candidatesOf(rows);
  for (const [ours, word] of Object.entries(fieldWords[entity] ?? {})) {
    if (ours === 'id' && idField) {
      found.set('id', {
        place: idField,
        says: idField,
        sample: rows[0]?.[idField],
        because: `tells the rows of ${call} apart`,
      });
      taken.add(idField);
      continue;
    }
    const best = bestOf(candidates, ours, word, taken);
    if (!best) continue;
    if (word.looks !== 'moment') taken.add(best.place);
    const plainly = saysOf(ours, word, best);
    if (plainly === undefined) continue;
    // Visitors are told the day of publication, which drafts do not have yet.
    const published =
      entity === 'blog' && ours === 'created_at' ? publicationIn(candidates, best) : undefined;
    const says = published ? { at: [published, best.place] } : plainly;
    const sample = best.values.find((value) => !isNothing(value));
    const noneIsNull = word.looks === 'address' && best.values.includes(null);
    const because = becauseOf(best, sample, call);
    found.set(ours, { place: best.place, says, sample, because, ...(noneIsNull && { noneIsNull }) });
  }
  const created = found.get('created_at');
  const updated = found.get('updated_at');
  // What was never changed was changed last when it was made.
  if (created && updated && rows.some((row) => at(row, updated.place) === null))
    found.set('updated_at', { ...updated, says: { at: [updated.place, created.place] } });
  return found;
}

function publicationIn(candidates: readonly Candidate[], created: Candidate): string | undefined {
  const found = candidates.find(
    ({ name, around, values }) =>
      around.length === 0 &&
      /^(published|publish|pub|posted)(at|on|date)$/.test(name) &&
      values.every((value) => looksLike('moment', value) > 0),
  );
  return found === created ? undefined : found?.place;
}

function candidatesOf(rows: readonly Json[]): Candidate[] {
  const places = new Map<string, Candidate>();
  const visit = (value: unknown, place: string, around: readonly string[]) => {
    if (!isObject(value) || around.length > 3) return;
    for (const [name, inside] of Object.entries(value)) {
      if (!/^[\w$@:-]{1,64}$/.test(name)) continue;
      const here = place ? `${place}.${name}` : name;
      if (!places.has(here))
        places.set(here, {
          place: here,
          name: plain(name),
          around,
          values: rows.map((row) => at(row, here)),
        });
      visit(inside, here, [...around, plain(name)]);
    }
  };
  for (const row of rows.slice(0, 12)) visit(row, '', []);
  return [...places.values()];
}

function bestOf(
  candidates: readonly Candidate[],
  ours: string,
  word: Word,
  taken: ReadonlySet<string>,
): Candidate | undefined {
  let best: { candidate: Candidate; score: number } | undefined;
  for (const candidate of candidates) {
    if (taken.has(candidate.place)) continue;
    const rank = rankOf(candidate, plain(ours), word);
    if (rank === undefined) continue;
    const looks = candidate.values.map((value) => looksLike(word.looks, value));
    if (looks.includes(0)) continue;
    // Html beats plain text by far, and a field with values one that is empty everywhere.
    const score = Math.max(...looks) * 100 - rank - candidate.around.length * 5;
    if (!best || score > best.score) best = { candidate, score };
  }
  return best?.candidate;
}

/** How far down the list of names this one stands; undefined for one that is not in it. */
function rankOf(
  { name, around }: Candidate,
  ours: string,
  { names, opposite, looks }: Word,
): number | undefined {
  const rankIn = (each: string) => {
    if (each === ours) return 0;
    const all = [...wordsIn(names), ...wordsIn(opposite)];
    const exact = all.indexOf(each);
    if (exact >= 0) return exact + 1;
    const ending = looks === 'image' ? /(image|picture|photo)$/ : /(html|text|en)$|^html/;
    const trimmed = all.indexOf(each.replace(ending, ''));
    return trimmed >= 0 ? trimmed + 20 : undefined;
  };
  if (around.length === 0) return rankIn(name);
  const [first = ''] = around;
  if (around.every((each) => neutral.test(each))) return rankIn(name);
  const last = around.at(-1) ?? '';
  const container = rankIn(first) ?? rankIn(last);
  // What stands apart and in an object of its own is the same: salary.min is salary_min.
  if (container === undefined) return around.length === 1 ? rankIn(first + name) : undefined;
  if (looks === 'id' && around.slice(1).every((each) => each === 'data') && /^(id|uuid|guid)$/.test(name))
    return container;
  if (looks === 'pictures' && around.length === 1 && name === 'data') return container;
  // Of an image the address that is nearest to the original, wherever a CMS has put it.
  if (looks === 'image' && inner.image.test(name)) return container;
  if ((looks === 'text' || looks === 'line') && around.length === 1 && inner.text.test(name))
    return container;
  return undefined;
}

function saysOf(ours: string, word: Word, { place, name, values }: Candidate): FieldPlace | undefined {
  const known = values.filter((value) => !isNothing(value));
  if (word.looks === 'flag') {
    const isOpposite = wordsIn(word.opposite).includes(name);
    const words = known.filter(
      (value): value is string => typeof value === 'string' && !/^(0|1|true|false)$/i.test(value),
    );
    if (words.length > 0) {
      const pair = pairOf(words);
      return pair && { at: place, values: pair };
    }
    if (!isOpposite) return place;
    const isNumber = known.some((value) => typeof value === 'number');
    return { at: place, values: isNumber ? { 1: 0, 0: 1 } : { 1: false, 0: true } };
  }
  if (ours === 'description' && known.some(isMarkdown) && !known.some(isHtml))
    return { at: place, format: 'markdown' };
  if (word.looks === 'choice') return choiceOf(ours, place, name, known);
  return place;
}

/** Our 1 and 0 in the words of the host, of which perhaps one was seen; in the case that it writes. */
function pairOf(words: readonly string[]): Record<string, string> | undefined {
  const seen = words.map((word) => word.toLowerCase());
  const pair =
    shownWords.find((each) => seen.every((word) => each.includes(word))) ??
    shownWords.find(([shown]) => seen.includes(shown));
  if (!pair) return undefined;
  const [sample = ''] = words;
  return { 1: inCaseOf(sample, pair[0]), 0: inCaseOf(sample, pair[1]) };
}

function inCaseOf(sample: string, word: string): string {
  if (sample === sample.toUpperCase()) return word.toUpperCase();
  return /^[A-Z]/.test(sample) ? capitalised(word) : word;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function choiceOf(
  ours: string,
  place: string,
  name: string,
  known: readonly unknown[],
): FieldPlace | undefined {
  if (known.some((value) => typeof value === 'boolean')) {
    if (ours === 'location_type') return { at: place, values: { remote: true, onsite: false } };
    if (ours === 'status') return { at: place, values: { open: true, closed: false } };
    return undefined;
  }
  const ofOurs = Object.entries(choices[ours] ?? {});
  const words = known.filter((value): value is string => typeof value === 'string');
  // What is a choice of ours already stays, and a word that means none of ours would spoil the whole list.
  if (words.length === 0) return name === plain(ours) ? undefined : { at: place };
  const sample = words.find((word) => /[a-z][A-Z]|[a-zA-Z][\s_-][a-zA-Z]/.test(word)) ?? words[0] ?? '';
  const values: Record<string, string> = {};
  for (const [choice, theirs] of ofOurs) {
    const seen = words.find((word) => theirs.includes(plain(word)) || plain(word) === plain(choice));
    values[choice] = seen ?? styled(sample, theirs[0] ?? choice, choice);
  }
  const isAllKnown = words.every((word) => Object.values(values).includes(word));
  if (!isAllKnown) return { always: ofOurs.at(-1)?.[0] ?? '', at: place };
  return Object.entries(values).every(([choice, word]) => choice === word) ? place : { at: place, values };
}

/** A word that was not seen, as the one that was is written: full_time makes part_time of PART_TIME. */
function styled(sample: string, theirs: string, choice: string): string {
  const words = choice.includes('_') ? choice.toLowerCase().split('_') : [theirs];
  if (/^[A-Za-z]+$/.test(sample) && /[a-z][A-Z]/.test(sample))
    return inCaseOf(sample, words.map((word, index) => (index > 0 ? capitalised(word) : word)).join(''));
  const joined = words.join(
    /[_-]/.exec(sample)?.[0] ??
      (/\s/.test(sample) ? ' ' : words.length > 1 && /^[a-z]+$/.test(sample) ? '_' : '_'),
  );
  return inCaseOf(sample, joined);
}

function becauseOf({ place, values }: Candidate, sample: unknown, call: string): string {
  const there = values.filter((value) => !isNothing(value)).length;
  if (there === 0) return `by its name alone: it is empty in all ${values.length} rows of ${call}`;
  const kind = Array.isArray(sample)
    ? `a list of ${sample.length}`
    : isHtml(sample)
      ? 'HTML'
      : JSON.stringify(sample)?.slice(0, 60);
  return `${place} of ${call}: ${kind}`;
}
