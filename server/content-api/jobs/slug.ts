/** Latin letters that are not a base letter with an accent, and their usual spelling. */
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'ng',
  ŧ: 't',
};

const longest = 80;

/**
 * Makes the last part of a URL from a title: "Señor Łódź-Entwickler (m/w)" → "senor-lodz-entwickler-m-w", at most 80
 * characters, cut between words. Letters of other scripts stay as they are: "فلم ایڈیٹر" → "فلم-ایڈیٹر". Titles
 * without a letter or digit become "job".
 */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    // Removes accents of Latin letters, and the vowel signs of Arabic and Hebrew, which URLs omit.
    .replace(/(?<=\p{Script=Latin})\p{M}+|[\u064b-\u0652\u0670\u0591-\u05c7]/gu, '')
    .normalize('NFC')
    .replace(/\p{L}/gu, (letter) => spelled[letter] ?? letter)
    .replace(/['’\u200c\u200d]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const signs = [...plain];
  if (signs.length <= longest) return plain || 'job';
  const cut = signs.slice(0, longest + 1).join('');
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : signs.slice(0, longest).join('');
}

/** Returns the slug with the smallest number that is not in `taken`: "designer", "designer-2", "designer-3" … */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const known = new Set(taken);
  if (!known.has(slug)) return slug;
  let number = 2;
  while (known.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
