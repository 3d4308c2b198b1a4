/** A direction of writing, as the attribute `dir` has it. */
export type Direction = 'ltr' | 'rtl';

/** What an element says of the text in it. Left out, the page's own holds: English, left to right. */
export interface TextScript {
  dir?: Direction;
  /** A language tag (BCP 47); only where the letters tell it. */
  lang?: string;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const arabic = /\p{Script=Arabic}/u;
const letters = /\p{L}/gu;

/** As many letters tell which way a text runs; it may go on for megabytes. */
const enough = 2000;

/** True when a text holds a letter of a script that runs from right to left. One pass, and quick for all others. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Which way these texts, taken as one, run: the way of most of their letters, and of the first letter when both ways have as
 * many. An Urdu title that begins with the English name of an app is an Urdu title. `dir="auto"` of HTML looks at the first
 * letter alone, and at each element by itself. Undefined for texts without a letter.
 */
export function directionOf(...texts: readonly (string | null | undefined)[]): Direction | undefined {
  const counts = { ltr: 0, rtl: 0 };
  let first: Direction | undefined;
  for (const text of texts) {
    for (const [letter] of (text ?? '').matchAll(letters)) {
      const direction = rightToLeft.test(letter) ? 'rtl' : 'ltr';
      first ??= direction;
      counts[direction] += 1;
      if (counts.ltr + counts.rtl >= enough) break;
    }
  }
  if (counts.ltr === counts.rtl) return first;
  return counts.rtl > counts.ltr ? 'rtl' : 'ltr';
}

/** Letters of the Arabic script that one language alone has, of those that are likely here. */
const pashto = /[ټډړږښځڅڼېۍۀګ]/u;
const arabicOnly = /[كيىةأإؤ]/u;
/** Urdu and its neighbours write these; Arabic does not. */
const eastern = /[ٹڈڑںےۓہھگچپکیژۂ]/u;

/**
 * The language of a text in Arabic script, as far as its letters tell: Pashto and Arabic have letters of their own; all others
 * are taken for Urdu. Undefined for a text that is mostly in another script: the page's own language holds there.
 */
export function languageOf(...texts: readonly (string | null | undefined)[]): string | undefined {
  if (directionOf(...texts) !== 'rtl') return undefined;
  const text = texts.join(' ').slice(0, enough);
  if (!arabic.test(text)) return text.match(/\p{Script=Hebrew}/u) ? 'he' : undefined;
  if (pashto.test(text)) return 'ps';
  return arabicOnly.test(text) && !eastern.test(text) ? 'ar' : 'ur';
}

/**
 * `dir` and `lang` for the element around texts that belong together, such as a title and what stands below it: one thing runs
 * one way. Nothing for texts that run as the page does.
 */
export function scriptOf(...texts: readonly (string | null | undefined)[]): TextScript {
  if (directionOf(...texts) !== 'rtl') return {};
  const lang = languageOf(...texts);
  return { dir: 'rtl', ...(lang && { lang }) };
}

/** Keeps the text inside from turning what stands around it (Unicode Bidirectional Algorithm, X5c and X6a). */
const isolate = (text: string) => `\u2068${text}\u2069`;

/**
 * Parts of one line of text: "Peshawar, Pakistan", "پشاور، پاکستان". The comma is that of the script in which the parts are
 * written. Where parts run in both directions each is isolated, so that none pulls the comma or a number of another to its side.
 */
export function joinParts(parts: readonly (string | null | undefined)[]): string {
  const given = parts.filter((part): part is string => Boolean(part));
  const directions = new Set(given.map((part) => directionOf(part)));
  const comma = arabic.test(given.join('')) && directionOf(...given) === 'rtl' ? '، ' : ', ';
  return (directions.size > 1 ? given.map(isolate) : given).join(comma);
}
