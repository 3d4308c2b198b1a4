import type { Id } from '#shared/id.ts';
import { onSignedOut } from '../../api/session.ts';

/** docs/product.md §2: View stores the title of the category locally, so that its projects have a heading at once. */
const titleKey = 'categoryTitle';
const idKey = 'categoryTitleId';

/** Storage may be blocked or full; then the heading waits for the answer. */
export function storeCategoryTitle({ id, title }: { id: Id; title: string }): void {
  try {
    localStorage.setItem(titleKey, title);
    localStorage.setItem(idKey, String(id));
  } catch {}
}

/** The stored title, when it is the one of this category. */
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
