import { truncate } from '#shared/summary-text.ts';

/** Characters that stand on a card in a size that can be read where it is shown small. */
const maxCharacters = 140;

/** Signs of the fonts that are no letters of a script: spaces, punctuation, currencies, arrows, joiners. */
const signs =
  '\\u0020-\\u007e\\u00a1-\\u00ff\\u200c-\\u200f\\u2010-\\u2027\\u2030-\\u205e\\u20ac\\u2122\\u2190-\\u2193\\u2212';
const known = new RegExp(`[${signs}\\p{Script=Latin}\\p{Script=Arabic}\\p{M}]`, 'u');

/**
 * A title as the fonts of the card can set it: without emoji and signs that they lack, cut at a word. Undefined when letters would
 * be missing, in a script that the fonts do not have, or when nothing is left.
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
