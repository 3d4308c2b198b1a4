import type { Id } from '#shared/id.ts';
import { onSignedOut } from '../../api/session.ts';

/**
 * docs/product.md §2: View stores the category's title locally, so that the projects screen has its heading at once.
 */
const titleKey = 'categoryTitle';
const idKey = 'categoryTitleId';

/** Storage may be blocked or full; then the heading appears with the answer. */
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
