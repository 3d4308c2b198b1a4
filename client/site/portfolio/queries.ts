import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Category } from '#shared/entities/category.ts';
import type { Project, Work } from '#shared/entities/project.ts';
import { type Id, isLowerId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { isStatus } from '../../api/api-error.ts';
import { noPage, readApi, readIfThere, readQuery } from '../../api/call.ts';
import { pagesInTurn } from '../../api/read-all-pages.ts';
import { categoryKey, projectKey } from '../../api/work-keys.ts';
import { clientOf } from './display.ts';

// Prefixes of the query keys of list pages. A query whose data has another shape must not use them, even if it makes
// the same call.
const categoriesKey = ['getProjectCategory', 'public', 'page'] as const;
const projectsKey = ['getProjects', 'public', 'page'] as const;
const selectedKey = ['getProjects', 'public', 'selected'] as const;
const neighboursKey = ['getProjects', 'public', 'around'] as const;

/** The projects before and after another one in its category. */
interface Neighbours {
  previous?: Project;
  next?: Project;
}

/** One page of the project categories, as visitors see them. */
export function categoriesQuery(page: number) {
  return readQuery([...categoriesKey, page], 'getProjectCategory', { query: { page } });
}

/**
 * Returns a category from the cached lists, so that its page can show it before the category itself has loaded. Of a
 * category with selected work, only id and title may be known.
 */
function categoryInLists(
  client: QueryClient,
  matches: (category: Category) => boolean,
): Category | undefined {
  const lists = client.getQueriesData<CallData<'getProjectCategory'>>({ queryKey: categoriesKey });
  const ofWork = selectedIn(client).map(({ project: { category_id }, category: { title } }) => ({
    id: category_id,
    title,
    tech_img: [],
  }));
  return [...lists.flatMap(([, list]) => list?.data ?? []), ...ofWork].find(matches);
}

/** Returns a project from the cached lists, the selected work, and the neighbours of another project. */
function projectInLists(client: QueryClient, id: Id): Project | undefined {
  const lists = client.getQueriesData<CallData<'getProjects'>>({ queryKey: projectsKey });
  const neighbours = client.getQueriesData<Neighbours>({ queryKey: neighboursKey });
  return [
    ...lists.flatMap(([, list]) => list?.data ?? []),
    // The page shows a project from a list without its text.
    ...selectedIn(client).map(({ project }) => ({ ...project, description: '' })),
    ...neighbours.flatMap(([, around]) => [around?.previous ?? [], around?.next ?? []].flat()),
  ].find((project) => project.id === id);
}

function selectedIn(client: QueryClient) {
  return client.getQueriesData<HomeWork>({ queryKey: selectedKey }).flatMap(([, home]) => home?.works ?? []);
}

/** One category by its id, with its technology logos. */
export function categoryQuery(id: Id) {
  return readQuery(['getSingleCategory', 'public', id], 'getSingleCategory', { params: { id } });
}

/** Makes no call while the id is undefined. */
export function useCategory(id: Id | undefined) {
  const client = useQueryClient();
  return useQuery({
    ...categoryQuery(id ?? 0),
    ...(id === undefined && { queryFn: skipToken }),
    placeholderData: () => categoryInLists(client, (category) => category.id === id),
  });
}

/**
 * The category whose title is in the URL. A host without the call by title (docs/calls.md, "Extensions") answers 404.
 * The category is then looked up in the list of all categories (`getProjectCategory`, which every host has): first by
 * its exact title, then by a title with the same `titleKey`. If neither is found, the query rejects with the 404.
 */
export function categoryByTitleQuery(title: string) {
  return queryOptions({
    queryKey: categoryKey(title),
    queryFn: async ({ client, signal }) => {
      try {
        return await readApi('getCategoryByTitle', { query: { title }, client, signal });
      } catch (error) {
        if (!isStatus(error, 404)) throw error;
        let similar: Category | undefined;
        for await (const { data } of pagesInTurn((page) => client.fetchQuery(categoriesQuery(page)))) {
          const found = data.find((category) => isTitled(category, title));
          if (found) return found;
          similar ??= data.find((category) => titleKey(category.title) === titleKey(title));
        }
        if (similar) return similar;
        throw error;
      }
    },
  });
}

export function useCategoryByTitle(title: string) {
  const client = useQueryClient();
  return useQuery({
    ...categoryByTitleQuery(title),
    placeholderData: () => categoryInLists(client, (category) => isTitled(category, title)),
  });
}

/** Compares titles exactly, because a host may allow both "Film" and "film", each with its own URL. */
function isTitled(category: Category, title: string) {
  return category.title.normalize('NFC') === title.normalize('NFC');
}

/** Returns the same key for titles that differ only in upper and lower case and in spaces, as the engine does. */
function titleKey(title: string) {
  return title.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/**
 * One page of projects. `unlisted` is true if the host cannot list projects: `data` is then empty, though there may
 * be projects.
 */
type CategoryProjects = CallData<'getProjects'> & { unlisted?: true };

const unlistedProjects: CategoryProjects = { ...noPage, unlisted: true };

/**
 * One page of a category's projects, in their order. The category is known to exist, so a 404 means that the host
 * lacks the call.
 */
export function categoryProjectsQuery(categoryId: Id, page: number) {
  return queryOptions({
    queryKey: [...projectsKey, categoryId, page],
    queryFn: ({ client, signal }): Promise<CategoryProjects> => {
      const options = { params: { id: categoryId }, query: { page }, client, signal };
      return readIfThere('getProjects', options, unlistedProjects);
    },
  });
}

export function useCategoryProjects(categoryId: Id, page: number) {
  return useQuery(categoryProjectsQuery(categoryId, page));
}

/** One project, by the id in the URL. Rejects with `ApiError`; with 404 if there is no such project. */
export function singleProjectQuery(id: Id) {
  return readQuery(projectKey(id), 'getSingleProject', { params: { id } });
}

/** While only the project's data from a list is available, `isPlaceholderData` is true and `description` is cut. */
export function useSingleProject(id: Id) {
  const client = useQueryClient();
  return useQuery({ ...singleProjectQuery(id), placeholderData: () => projectInLists(client, id) });
}

/** A project in the list of all work. A host without `getWork` does not say its client and year. */
export type ListedWork = Omit<Work, 'credits'>;

/**
 * All projects in brief. From a host without `getWork`, they are read category by category; empty if the host cannot
 * list projects at all.
 */
export function allWorkQuery() {
  return queryOptions({
    queryKey: ['getWork', 'list'],
    queryFn: async ({ client, signal }): Promise<ListedWork[]> => {
      const all = await readIfThere('getWork', { client, signal }, undefined);
      return all ? all.data.map(({ credits: _credits, ...work }) => work) : workByCategory(client);
    },
  });
}

/** Returns the title of a project from the list of all work, if that is cached. */
export function useListedTitle(id: Id) {
  const all = useQueryClient().getQueryData(allWorkQuery().queryKey);
  return all?.find((work) => work.id === id)?.title;
}

/** Reads the projects of one category after the other, until there are `limits.workListed`. */
async function workByCategory(client: QueryClient) {
  const works: ListedWork[] = [];
  for await (const categories of pagesInTurn((page) => client.fetchQuery(categoriesQuery(page)))) {
    for (const { id, title: category } of categories.data) {
      const read = (page: number) => client.fetchQuery(categoryProjectsQuery(id, page));
      for await (const { data, unlisted } of pagesInTurn(read)) {
        if (unlisted) return works;
        works.push(...data.map((project) => ({ id: project.id, title: project.title, category })));
        if (works.length >= limits.workListed) return works.slice(0, limits.workListed);
      }
    }
  }
  return works;
}

/** The fields of a project that a plate shows. */
export type PlateProject = Pick<
  Project,
  'id' | 'title' | 'category_id' | 'v_order' | 'images' | 'picture_details' | 'client' | 'year' | 'result'
>;

export interface SelectedProject {
  project: PlateProject;
  category: Pick<Category, 'title'>;
}

export interface HomeWork {
  works: SelectedProject[];
  /** The names of clients, each once. */
  clients: string[];
  /** The first of these projects with words of its client. */
  quoted?: Pick<Project, 'id' | 'title' | 'quote' | 'quote_by'>;
}

/** Maximum number of categories whose projects the home page reads: one call each. */
const mostCategories = 3;

/**
 * The first project of each of the first categories, then the second of each, up to `limit`; and the clients of all
 * projects that were read for it, up to `clientLimit`, with the words of one.
 */
export function selectedWorkQuery(limit: number, clientLimit: number) {
  return queryOptions({
    queryKey: [...selectedKey, limit],
    queryFn: async ({ client }): Promise<HomeWork> => {
      const { data } = await client.fetchQuery(categoriesQuery(1));
      const categories = data.filter((category) => category.projects_count !== 0).slice(0, mostCategories);
      const lists = await Promise.all(
        categories.map(async (category) => {
          const projects = await client.fetchQuery(categoryProjectsQuery(category.id, 1));
          const { title } = category;
          return projects.data.map((project) => ({ project, category: { title } }));
        }),
      );
      const works = inTurns(lists);
      const clients = new Set(works.flatMap(({ project }) => clientOf(project) ?? []));
      const quoted = works.find(({ project }) => project.quote)?.project;
      return {
        works: works
          .slice(0, limit)
          .map(({ project, category }) => ({ project: forPlate(project), category })),
        clients: [...clients].slice(0, clientLimit),
        ...(quoted && {
          quoted: { id: quoted.id, title: quoted.title, quote: quoted.quote, quote_by: quoted.quote_by },
        }),
      };
    },
  });
}

/** Leaves out what plates do not show, which would make the state of the page larger. */
function forPlate(project: Project): PlateProject {
  const { id, title, category_id, v_order, picture_details, client, year, result } = project;
  const images = project.images.slice(0, 1);
  return {
    id,
    title,
    category_id,
    v_order,
    images,
    picture_details: picture_details?.filter(({ image }) => image === images[0]?.image),
    client,
    year,
    result,
  };
}

/** Merges lists by taking an item of each list in turn: [[a, b], [c]] → [a, c, b]. */
function inTurns<Item>(lists: readonly Item[][]) {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) =>
    lists.flatMap((list) => list.slice(rank, rank + 1)),
  ).flat();
}

type ProjectPosition = Pick<Project, 'id' | 'category_id' | 'v_order'>;

/** The projects before and after this one in its category. */
export function neighboursQuery(project: ProjectPosition) {
  return queryOptions({
    queryKey: [...neighboursKey, project.category_id, project.id, project.v_order],
    queryFn: ({ client }) =>
      findNeighbours(project, (page) => client.fetchQuery(categoryProjectsQuery(project.category_id, page))),
  });
}

/**
 * Returns the previous and the next project in the category. The page of the list with this project is found by
 * binary search, because lists are ordered by `v_order`, then by id. If the host uses another order, the project may
 * not be found; the result is then empty.
 */
async function findNeighbours(
  project: ProjectPosition,
  read: (page: number) => Promise<CallData<'getProjects'>>,
): Promise<Neighbours> {
  let low = 1;
  let high = 1;
  for (let page = 1; low <= high; page = Math.ceil((low + high) / 2)) {
    const list = await read(page);
    if (page === 1) high = list.last_page;
    const at = list.data.findIndex(({ id }) => id === project.id);
    if (at >= 0) {
      const before = at === 0 && page > 1 ? (await read(page - 1)).data : list.data.slice(0, at);
      const after =
        at === list.data.length - 1 && page < list.last_page
          ? (await read(page + 1)).data
          : list.data.slice(at + 1);
      return { previous: before.at(-1), next: after[0] };
    }
    const [first] = list.data;
    if (!first || isBefore(project, first)) high = page - 1;
    else low = page + 1;
  }
  return {};
}

function isBefore(one: ProjectPosition, other: ProjectPosition) {
  return one.v_order === other.v_order ? isLowerId(one.id, other.id) : one.v_order < other.v_order;
}
