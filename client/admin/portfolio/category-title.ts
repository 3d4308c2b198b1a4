import type { Id } from '#shared/id.ts';
import { onSignedOut } from '../../api/session.ts';

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
export function storeCategoryTitle({ id, title }: { id: Id; title: string }): void {
  try {
    localStorage.setItem(titleKey, title);
    localStorage.setItem(idKey, String(id));
  } catch {}
}

/** Returns the stored title if it belongs to this category. */
export function storedCategoryTitle(id: Id): string | undefined {
  try {
    return localStorage.getItem(idKey) === String(id)
      ? (localStorage.getItem(titleKey) ?? undefined)
      : undefined;
  } catch {
    return undefined;
  }
}

onSignedOut(() => {
  try {
    localStorage.removeItem(titleKey);
    localStorage.removeItem(idKey);
  } catch {}
});
