/** How long a title is, or its longest word. Each step has a size of type in layout/layout.module.css. */
type TitleLength = 'medium' | 'long' | 'longest';

interface LengthAttributes {
  'data-length'?: TitleLength | undefined;
  'data-word'?: TitleLength | undefined;
}

/**
 * The longest text of each step, in Latin letters; a longer one is "longest". With these limits a title of 120 letters
 * has at most five lines on a phone of 360 px, and a word that a narrower phone can show is not broken.
 */
const steps = { title: [28, 64, 96], word: [10, 14, 18] } as const;

/**
 * Returns the attributes by which the size of a title follows its length. A short title, and one of short words, has
 * none. Han, Kana, Hangul and emoji count as two letters, and lines may break between any two of them.
 */
export function titleLength(title: string): LengthAttributes {
  let [length, word, longest] = [0, 0, 0];
  for (const sign of title) {
    const isWide = sign >= '\u2e80' && !(sign >= '\ufb1d' && sign <= '\ufeff');
    length += isWide ? 2 : 1;
    word = isWide || /[\s-]/.test(sign) ? 0 : word + 1;
    longest = Math.max(longest, word);
  }
  return { 'data-length': stepOf(length, steps.title), 'data-word': stepOf(longest, steps.word) };
}

function stepOf(length: number, [short, medium, long]: readonly [number, number, number]) {
  if (length <= short) return undefined;
  return length <= medium ? 'medium' : length <= long ? 'long' : 'longest';
}
