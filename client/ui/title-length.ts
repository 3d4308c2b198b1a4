/** The longest word of each step but the last. */
const mostOfWord = [11, 14, 18];
const steps = [undefined, 'medium', 'long', 'longest'] as const;

/**
 * Returns the attribute by which the size of a title follows its length (layout/layout.css). A short title of
 * short words has none. With these limits a title of 120 letters has at most five lines on a phone of 360 px, and words
 * that a phone of 320 px can show are not broken. Han, Kana, Hangul and emoji count as two letters, and lines may break
 * between any two of them.
 */
export function titleLength(title: string): { 'data-length': (typeof steps)[number] } {
  let [length, word, longest] = [0, 0, 0];
  for (const sign of title) {
    const isWide = sign > '\u2e7f';
    length += isWide ? 2 : 1;
    word = isWide || /[\s-]/.test(sign) ? 0 : word + 1;
    longest = Math.max(longest, word);
  }
  const passed = [28, 64, 96].filter((most, at) => length > most || longest > (mostOfWord[at] ?? 0));
  return { 'data-length': steps[passed.length] };
}
