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
const letter = /\p{L}/u;

/** As many letters tell which way a text runs; it may go on for megabytes. */
const enough = 2000;

/** What a character says of the way of a text; 0 stands for one that was not looked up yet. */
const [nothing, leftward, rightward] = [1, 2, 3] as const;
const known = new Uint8Array(1 << 16);

/** Looked up once for each character of the basic plane: a text may have millions, of a few dozen kinds. */
function wayOf(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const isHalf = unit >= 0xd800 && unit < 0xe000;
  if (!isHalf && known[unit]) return known[unit];
  // Halves of pairs are no letters; the second half of a pair comes here once more, by itself.
  const sign = isHalf ? String.fromCodePoint(text.codePointAt(index) ?? unit) : String.fromCharCode(unit);
  const way = letter.test(sign) ? (rightToLeft.test(sign) ? leftward : rightward) : nothing;
  if (!isHalf) known[unit] = way;
  return way;
}

/** True when a text holds a letter of a script that runs from right to left. One pass, and quick for all others. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Which way these texts, taken as one, run: the way of most of their letters, and of the first letter when both ways have as
 * many. Scripts that run from right to left leave short vowels out: two of their letters count as three. An Urdu title that begins with the English name of an app is an Urdu title. `dir="auto"` of HTML looks at the first
 * letter alone, and at each element by itself. Undefined for texts without a letter.
 */
export function directionOf(...texts: readonly (string | null | undefined)[]): Direction | undefined {
  let [ltr, rtl] = [0, 0];
  let first: Direction | undefined;
  for (const text of texts) {
    for (let index = 0; index < (text?.length ?? 0); index += 1) {
      const way = wayOf(text ?? '', index);
      if (way === nothing) continue;
      first ??= way === leftward ? 'rtl' : 'ltr';
      if (way === leftward) rtl += 1;
      else ltr += 1;
      if (ltr + rtl >= enough) break;
    }
  }
  if (ltr * 2 === rtl * 3) return first;
  return rtl * 3 > ltr * 2 ? 'rtl' : 'ltr';
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
  return directionOf(...texts) === 'rtl' ? languageOfRightToLeft(...texts) : undefined;
}

/** `languageOf` for texts of which it is known that they run from right to left. */
export function languageOfRightToLeft(...texts: readonly (string | null | undefined)[]): string | undefined {
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

/** The same for a text that stands alone, and also says so where it runs as the page does. */
export function ownScript(text: string): TextScript {
  return { dir: directionOf(text) ?? 'ltr', ...scriptOf(text) };
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
