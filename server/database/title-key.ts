/**
 * Returns the key by which a title is found (getCategoryByTitle): the whole title in lower case and Unicode NFC.
 * SQLite itself folds only ASCII.
 */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase().normalize('NFC').trim().replace(/\s+/g, ' ');
}
