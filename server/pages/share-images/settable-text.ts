import { truncate } from '#shared/summary-text.ts';

/** Maximum number of characters on a card, so that the letters stay readable where the card is shown small. */
const maxCharacters = 140;

/** The comma, semicolon and question mark of Arabic script, and the stroke that lengthens words. */
const arabicSigns = '\\u060c\\u061b\\u061f\\u0640';
/**
 * Characters that the fonts contain and that belong to no script: spaces, punctuation, currencies, arrows, joiners.
 */
const signs =
  '\\u0020-\\u007e\\u00a1-\\u00ff\\u200c-\\u200f\\u2010-\\u2027\\u2030-\\u205e\\u20ac\\u2122\\u2190-\\u2193\\u2212';
const known = new RegExp(`[${signs}${arabicSigns}\\p{Script=Latin}\\p{Script=Arabic}\\p{M}]`, 'u');

/**
 * Reduces a title to what the card's fonts can render: emoji and signs that the fonts lack are removed, and a long
 * title is cut at a word. Undefined if the title has letters that the fonts lack, or if nothing remains.
 */
export function settableText(title: string): string | undefined {
  const kept: string[] = [];
  for (const sign of title.normalize('NFC').replace(/\s+/g, ' ')) {
    if (known.test(sign)) kept.push(sign);
    else if (/[\p{L}\p{N}]/u.test(sign)) return undefined;
  }
  const text = kept.join('').replace(/ +/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(text) ? truncate(text, maxCharacters) : undefined;
}
