import { categoryImage } from '#shared/category-image.ts';
import type { Id } from '#shared/id.ts';
import { callQuery, recordQuery, wholeQuery } from '../../api/call-query.ts';
import { onSignedOut } from '../../api/session.ts';
import { readStored, writeStored } from '../../stored.ts';

/** Every category, for the select in the form of a project. */
export const allCategoriesQuery = () => wholeQuery('getProjectCategory');

/** One category, for the screen of its projects. */
export const categoryQuery = (id: Id) => callQuery('getSingleCategory', { params: { id } });

/** The category to edit, whose main image is `image`. */
export const categoryToEditQuery = (id: Id) =>
  recordQuery('getSingleCategory', id, (category) => ({ ...category, image: categoryImage(category) }));

/** Every project of a category, in order. The whole list is read, because reordering needs it. */
export const projectsQuery = (id: Id) => wholeQuery('getProjects', { params: { id } });

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
