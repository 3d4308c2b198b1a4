/**
 * What a title is found by (getCategoryByTitle): the whole title, in one case and one way of writing accents. SQLite
 * folds only ASCII by itself.
 */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase().normalize('NFC').trim().replace(/\s+/g, ' ');
}
