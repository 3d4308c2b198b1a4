import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { Category } from '#shared/schemas/category.ts';
import { readApi } from '../../api/call.ts';
import { callQuery, listQuery } from '../../api/call-query.ts';
import { readAllPages } from '../../api/read-all-pages.ts';
import { fetchOncePerForm } from '../shared/fetch-once-per-form.ts';
import type { ListParams } from '../shared/list-params.ts';

/** One page of all categories, or of those that match a search. */
export const categoriesQuery = ({ page, search }: ListParams['filters']) =>
  listQuery(search ? 'searchCategories' : 'getProjectCategory', { page, search });

/** Every category, for the select in the form of a project. */
export function allCategoriesQuery() {
  return queryOptions({
    queryKey: ['getProjectCategory', 'admin', 'all'],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('getProjectCategory', { query: { page }, signal })),
  });
}

export const useAllCategories = () => useQuery(allCategoriesQuery());

/** One category, for the screen of its projects. */
export const categoryQuery = (id: Id) => callQuery('getSingleCategory', { params: { id } });

/** Returns the main image of a category, which may be named `image` or `images` (docs/product.md §3). */
export function mainImage({ image, images }: Pick<Category, 'image' | 'images'>): string | undefined {
  const [first] = [image, images].flat().filter(Boolean);
  return first ?? undefined;
}

/** The category to edit, whose main image is `image`. */
export function categoryToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['categoryToEdit', id],
    queryFn: async ({ signal }) => {
      const category = await readApi('getSingleCategory', { params: { id }, signal });
      return { ...category, image: mainImage(category) };
    },
    ...fetchOncePerForm,
  });
}

/** Every project of a category, in order. The whole list is read, because reordering needs it. */
export function projectsQuery(categoryId: Id) {
  return queryOptions({
    queryKey: ['getProjects', 'admin', categoryId],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('getProjects', { params: { id: categoryId }, query: { page }, signal })),
  });
}

/** Returns the projects of a category that match a search. For '', no call is made. */
export function useFoundProjects(categoryId: Id, search: string) {
  return useQuery({
    queryKey: ['searchProjects', categoryId, search],
    queryFn: ({ signal }) =>
      readAllPages((page) =>
        readApi('searchProjects', { query: { category_id: categoryId, search, page }, signal }),
      ),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
}

/** The complete project to edit; the list contains only the beginning of its text. Fetched once per form. */
export function projectToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['projectToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleProject', { params: { id }, signal, asStored: true }),
    ...fetchOncePerForm,
  });
}
