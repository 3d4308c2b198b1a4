import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { Project } from '#shared/schemas/project.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { putInOrder, useOptimisticChange } from '../../api/optimistic.ts';
import { readAllPages } from '../../api/read-all-pages.ts';
import { notify } from '../../ui/toast.ts';
import { fetchOncePerForm } from '../shared/fetch-once-per-form.ts';

/** One page of all categories, or of those that match a search. */
export function categoriesQuery(page: number, search: string) {
  return queryOptions({
    queryKey: search ? ['searchCategories', { page, search }] : ['getProjectCategory', 'admin', page],
    queryFn: ({ signal }) =>
      search
        ? readApi('searchCategories', { query: { page, search }, signal })
        : readApi('getProjectCategory', { query: { page }, signal }),
  });
}

/** Shows the previous page while another page loads. */
export function useCategories(page: number, search: string) {
  return useQuery({ ...categoriesQuery(page, search), placeholderData: keepPreviousData });
}

/** Every category, for the select in the form of a project. */
export function allCategoriesQuery() {
  return queryOptions({
    queryKey: ['getProjectCategory', 'admin', 'all'],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('getProjectCategory', { query: { page }, signal })),
  });
}

export function useAllCategories() {
  return useQuery(allCategoriesQuery());
}

/** One category, for the screen of its projects. */
export function categoryQuery(id: Id) {
  return queryOptions({
    queryKey: ['getSingleCategory', 'admin', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
  });
}

export function useCategory(id: Id) {
  return useQuery(categoryQuery(id));
}

/** The category to edit. */
export function categoryToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['categoryToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
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

export function useProjects(categoryId: Id) {
  return useQuery(projectsQuery(categoryId));
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

/** Saves the projects of a category in the order of these ids. */
export function useReorderProjects(categoryId: Id) {
  const queries = useQueryClient();
  const { queryKey } = projectsQuery(categoryId);
  return useOptimisticChange({
    mutationKey: ['reorderProjects', categoryId],
    reads: queryKey,
    show: (ids: readonly Id[]) => putInOrder<Project>(queries, queryKey, ids),
    send: (ids) => readApi('reorderProjects', { body: { ids } }),
    onFailed: (error) => notify.error(translateError(error).message),
    refresh: () => refreshPortfolio(queries),
  });
}

/**
 * Every query that shows categories or projects, by call name. A change of projects also concerns the categories,
 * which contain the number of their projects.
 */
const readsOfPortfolio = [
  'getProjectCategory',
  'getSingleCategory',
  'getCategoryByTitle',
  'getProjects',
  'getSingleProject',
  'searchCategories',
  'searchProjects',
];

/** Invalidates every query that shows the portfolio, and immediately refetches the queries on the screen. */
export function refreshPortfolio(queries: QueryClient): void {
  for (const call of readsOfPortfolio) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload needs no handling here: the list itself shows the failure.
    });
  }
}
