import type { Id } from '#shared/id.ts';
import { onSignedOut } from '../../api/session.ts';
import { readStored, writeStored } from '../../stored.ts';

/**
 * docs/product.md §2: "View" stores the category's title in the browser, so that the projects screen shows its
 * heading at once.
 */
const titleKey = 'categoryTitle';
const idKey = 'categoryTitleId';

/**
 * Stores the title of a category. If storage is blocked or full, the heading appears only when the category has
 * loaded.
 */
export function storeCategoryTitle({ id, title }: { id: Id; title: string }) {
  writeStored(titleKey, title);
  writeStored(idKey, String(id));
}

/** Returns the stored title if it belongs to this category. */
export function storedCategoryTitle(id: Id) {
  return readStored(idKey) === String(id) ? (readStored(titleKey) ?? undefined) : undefined;
}

onSignedOut(() => {
  for (const key of [titleKey, idKey]) writeStored(key, null);
});
