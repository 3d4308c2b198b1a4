/** Text direction, as in the attribute `dir`. */
export type Direction = 'ltr' | 'rtl';

/**
 * Attributes for an element with a text. If an attribute is missing, the language and direction of the page around it
 * apply.
 */
export interface TextScript {
  dir?: Direction;
  /** A language tag (BCP 47); only if the letters identify the language. */
  lang?: string;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const arabic = /\p{Script=Arabic}/u;
const latin = /\p{Script=Latin}/u;
const letters = /\p{L}/gu;

/** Number of characters that are enough to find the direction; a text may have megabytes. */
const enough = 4000;

/** True when a text contains a letter of a right-to-left script. Reads the text once, which is fast. */
export function hasRightToLeft(text: string) {
  return rightToLeft.test(text);
}

/**
 * Returns the direction of these texts as a whole: that of most of their letters, and of the first letter if both
 * directions are equally frequent. Right-to-left scripts omit short vowels, so two of their letters count as three.
 * Undefined for texts without a letter.
 */
export function directionOf(...texts: readonly (string | null | undefined)[]): Direction | undefined {
  const found =
    texts
      .map((text) => text?.slice(0, enough))
      .join(' ')
      .match(letters) ?? [];
  const [first] = found;
  if (first === undefined) return undefined;
  const rtl = found.filter((letter) => rightToLeft.test(letter)).length;
  const ltr = found.length - rtl;
  const isRightToLeft = ltr * 2 === rtl * 3 ? rightToLeft.test(first) : rtl * 3 > ltr * 2;
  return isRightToLeft ? 'rtl' : 'ltr';
}

/**
 * Letters of the Arabic script that only one of the likely languages has: for `pashto` this is Pashto, for
 * `arabicOnly` Arabic.
 */
const pashto = /[ټډړږښځڅڼېۍۀګ]/u;
const arabicOnly = /[كيىةأإؤ]/u;
/** Letters that Urdu and its neighbours use, but Arabic does not. */
const eastern = /[ٹڈڑںےۓہھگچپکیژۂ]/u;

/**
 * Returns the language of a right-to-left text, as far as its letters identify it: Pashto and Arabic have letters of
 * their own, and every other text in Arabic script counts as Urdu; Hebrew is the only other one that is recognised.
 * Undefined for a text that is mostly in a left-to-right script.
 */
export function languageOf(...texts: readonly (string | null | undefined)[]): string | undefined {
  return directionOf(...texts) === 'rtl' ? languageOfRightToLeft(...texts) : undefined;
}

/** Like `languageOf`, for texts that are known to run from right to left. */
export function languageOfRightToLeft(...texts: readonly (string | null | undefined)[]): string | undefined {
  const text = texts.join(' ').slice(0, enough);
  if (!arabic.test(text)) return text.match(/\p{Script=Hebrew}/u) ? 'he' : undefined;
  if (pashto.test(text)) return 'ps';
  return arabicOnly.test(text) && !eastern.test(text) ? 'ar' : 'ur';
}

/**
 * Returns `dir` and `lang` for the element around texts that belong together, such as a title and the text below it,
 * so that they get the same direction. Texts from left to right get no attributes on a page from left to right; on
 * another page those in Latin letters count as English.
 */
export function scriptOn(page: Direction, ...texts: readonly (string | null | undefined)[]): TextScript {
  const dir = directionOf(...texts);
  if (dir === undefined || (dir === 'ltr' && page === 'ltr')) return {};
  const lang = dir === 'rtl' ? languageOfRightToLeft(...texts) : latin.test(texts.join(' ')) && 'en';
  return { dir, ...(lang && { lang }) };
}

/** Like `scriptOn`, for pages in English: those of the admin area. */
export function scriptOf(...texts: readonly (string | null | undefined)[]): TextScript {
  return scriptOn('ltr', ...texts);
}

/** Like `scriptOf`, for a text that is shown alone; sets `dir` also for the page's own direction. */
export function ownScript(text: string): TextScript {
  return { dir: directionOf(text) ?? 'ltr', ...scriptOf(text) };
}

/**
 * Isolates a text, so that it does not change the direction of the text around it (Unicode Bidirectional Algorithm,
 * X5c and X6a).
 */
const isolate = (text: string) => `\u2068${text}\u2069`;

/**
 * Joins parts into one line: "Peshawar, Pakistan", "پشاور، پاکستان". The comma is that of the parts' script. If the
 * parts run in both directions, each part is isolated, so that it does not move the comma or a number of another
 * part.
 */
export function joinParts(parts: readonly (string | null | undefined)[]) {
  const given = parts.filter((part): part is string => Boolean(part));
  const directions = new Set(given.map((part) => directionOf(part)));
  const comma = arabic.test(given.join('')) && directionOf(...given) === 'rtl' ? '، ' : ', ';
  return (directions.size > 1 ? given.map(isolate) : given).join(comma);
}
