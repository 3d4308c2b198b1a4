import { withAsciiDigits } from '#shared/plain-text.ts';

/** Latin letters that are not a base letter with an accent, and their usual spelling. */
export const spelledLatin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/**
 * Letters that people type in place of each other: variants of one letter on different keyboards, and letters that
 * NFKD does not decompose.
 */
const letters: Record<string, string> = {
  // Yeh, kaf and heh, of which Arabic and Urdu keyboards have different forms (Unicode, Arabic block).
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ڪ: 'ک',
  ه: 'ہ',
  ة: 'ہ',
  ۃ: 'ہ',
  ە: 'ہ',
  ھ: 'ہ',
  ٱ: 'ا',
  // The final sigma.
  ς: 'σ',
  ...spelledLatin,
};
const listed = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/**
 * Matches characters that folding removes: accents and vowel marks (harakat), joining and direction characters, and
 * the tatweel.
 */
const unseen = /[\p{M}\p{Cf}\u0640]+/gu;
/**
 * Matches control characters except line ends. Folding removes them, because people do not type them, and because
 * SQLite ends a text at a NUL.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+/g;
/** Signs that people type in place of each other; the acute falls apart into two signs in NFKD. */
const apostrophes = /[\u2018\u2019\u02b9\u02bb\u02bc\u00b4\u2032]/g;
const hyphens = /[\u2010-\u2015\u2212]/g;

/**
 * Folds a text for searching and sorting: lower case without accents or vowel marks, in any script; ي and ی, ك and ک
 * become one letter, and digits become 0 to 9. Stored texts and search terms are both folded. Folding a folded text
 * changes nothing.
 */
export function fold(text: string): string {
  const folded = text
    .toWellFormed()
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(unseen, '')
    .replace(controls, '')
    .replace(listed, (letter) => letters[letter] ?? letter)
    .replace(hyphens, '-');
  return withAsciiDigits(folded);
}
