import { queryOptions } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { isLowerId } from '#shared/id.ts';
import type { Project } from '#shared/schemas/project.ts';
import { categoryProjectsQuery, type Neighbours, neighboursKey } from './queries.ts';

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

function isBefore(one: ProjectPosition, other: ProjectPosition): boolean {
  return one.v_order === other.v_order ? isLowerId(one.id, other.id) : one.v_order < other.v_order;
}
