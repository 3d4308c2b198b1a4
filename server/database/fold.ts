/** Letters that are typed for one another: what one keyboard has in the place of another's, or what has no accent of its own. */
const letters: Record<string, string> = {
  // Arabic and Urdu keyboards: yeh, kaf and heh in their forms (Unicode, Arabic block).
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
  // A sigma at the end of a word; the rest are letters that NFKD does not take apart.
  ς: 'σ',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
};
const listed = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/** Marks above and below letters (accents, harakat), what only joins or turns letters, and the tatweel that stretches them. */
const unseen = /[\p{M}\p{Cf}\u0640]+/gu;
/** SQLite takes a NUL for the end of a text; nobody types the others. Line ends stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+/g;
const otherDigits = /(?![0-9])\p{Nd}/gu;

/**
 * A text as it is searched and sorted by: small letters without accents or vowel marks, in any script; ي and ی, ك and ک are one
 * letter, and digits are 0 to 9. Stored texts and what people look for go through the same; folding twice changes nothing.
 */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(unseen, '')
    .replace(controls, '')
    .replace(listed, (letter) => letters[letter] ?? letter)
    .replace(otherDigits, asciiDigit);
}

/** Digits of a script stand in a row from its zero on (Unicode Standard §4.6), so their place in the row is their value. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
