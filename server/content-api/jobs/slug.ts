/** Latin letters that are no base letter with an accent, and their usual spelling. */
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
 * A title as the end of an address: "Señor Łódź-Entwickler (m/w)" → "senor-lodz-entwickler-m-w", at most 80 characters,
 * cut between words. Titles without a Latin letter or digit give "job".
 */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/\p{L}/gu, (letter) => spelled[letter] ?? letter)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (plain.length <= longest) return plain || 'job';
  const cut = plain.slice(0, longest + 1);
  return cut.slice(0, cut.includes('-') ? cut.lastIndexOf('-') : longest);
}

/** The slug with the smallest number that none of `taken` has: "designer", "designer-2", "designer-3" … */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const known = new Set(taken);
  if (!known.has(slug)) return slug;
  let number = 2;
  while (known.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
