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
import { onceAForm } from '../shared/once-a-form.ts';

/** One page of all categories, or of those that a search finds. */
export function categoriesQuery(page: number, search: string) {
  return queryOptions({
    queryKey: search ? ['searchCategories', { page, search }] : ['getProjectCategory', 'admin', page],
    queryFn: ({ signal }) =>
      search
        ? readApi('searchCategories', { query: { page, search }, signal })
        : readApi('getProjectCategory', { query: { page }, signal }),
  });
}

/** While another page loads, the one before stays in sight. */
export function useCategories(page: number, search: string) {
  return useQuery({ ...categoriesQuery(page, search), placeholderData: keepPreviousData });
}

/** Every category, for those who choose one. */
function allCategoriesQuery() {
  return queryOptions({
    queryKey: ['getProjectCategory', 'admin', 'all'],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('getProjectCategory', { query: { page }, signal })),
  });
}

export function useAllCategories() {
  return useQuery(allCategoriesQuery());
}

/** One category, as the screen of its projects shows it. */
export function categoryQuery(id: Id) {
  return queryOptions({
    queryKey: ['getSingleCategory', 'admin', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
  });
}

export function useCategory(id: Id) {
  return useQuery(categoryQuery(id));
}

/** The category that is about to be edited. */
export function categoryToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['categoryToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
    ...onceAForm,
  });
}

/** Every project of a category, in their order: only who knows all of them can put them in another one. */
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

/** The projects of a category that a search finds; '' asks for nothing. */
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

/** The project that is about to be edited, whole: the list has the beginning of its text only. Fetched once a form. */
export function projectToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['projectToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleProject', { params: { id }, signal, asStored: true }),
    ...onceAForm,
  });
}

/** Puts the projects of a category in the order of these ids. */
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

/** Every read that shows categories or projects, by the name of its call. A category tells how many projects it has. */
const readsOfPortfolio = [
  'getProjectCategory',
  'getSingleCategory',
  'getCategoryByTitle',
  'getProjects',
  'getSingleProject',
  'searchCategories',
  'searchProjects',
];

/** Marks what shows the portfolio as old; what is on the screen is asked for again at once. */
export function refreshPortfolio(queries: QueryClient): void {
  for (const call of readsOfPortfolio) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
