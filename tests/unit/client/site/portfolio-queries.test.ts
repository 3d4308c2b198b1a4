import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { neighboursQuery } from '../../../../client/site/portfolio/neighbours.ts';
import {
  allWorkQuery,
  categoryByTitleQuery,
  selectedWorkQuery,
} from '../../../../client/site/portfolio/queries.ts';
import { creditedWorkQuery } from '../../../../client/site/team/queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const category = (id: number, more: object = {}) => ({ id, title: `Field ${id}`, tech_img: [], ...more });
const project = (id: number, more: object = {}) => ({
  id,
  v_order: id,
  title: `Project ${id}`,
  description: '',
  images: [],
  category_id: 3,
  ...more,
});

/** The answers of a host for a list in pages of three. */
function pagesOf(path: string, rows: object[], perPage = 3): [path: string, list: object][] {
  const last_page = Math.max(1, Math.ceil(rows.length / perPage));
  return Array.from({ length: last_page }, (_, at) => [
    `${path}?page=${at + 1}`,
    { data: rows.slice(at * perPage, (at + 1) * perPage), current_page: at + 1, last_page },
  ]);
}

/** A host with these answers, by path; all other paths are 404. */
function host(...answers: [path: string, data: object][]) {
  const known = new Map(answers);
  const asked: string[] = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const data = known.get(path);
    return data ? Response.json({ status: 1, data }) : Response.json({ status: 0 }, { status: 404 });
  });
  return {
    asked,
    client: new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } }),
  };
}

describe('a category on a host that cannot be asked for a title', () => {
  const titled = ['film', 'Film', 'Sound', 'Web &  print'].map((title, at) => category(at + 1, { title }));

  it.each([
    ['film', 1],
    ['Film', 2],
    ['FILM', 1],
    [' WEB & print', 4],
  ])(
    'with the title %j is the one that has it to the letter, or else but for case and spaces',
    async (title, id) => {
      const { client } = host(...pagesOf('/api/getProjectCategory', titled));
      expect(await client.fetchQuery(categoryByTitleQuery(title))).toMatchObject({ id });
    },
  );

  it('is missing if the list does not have it either', async () => {
    const { client } = host(...pagesOf('/api/getProjectCategory', titled));
    await expect(client.fetchQuery(categoryByTitleQuery('Games'))).rejects.toMatchObject({ status: 404 });
  });
});

it('all work is read by category from a host that lacks the call', async () => {
  const { client } = host(
    ...pagesOf('/api/getProjectCategory', [category(3), category(4)]),
    ...pagesOf(
      '/api/getProjects/3',
      [1, 2, 5, 6].map((id) => project(id)),
    ),
  );
  const works = await client.fetchQuery(allWorkQuery());
  expect(works.map(({ id, category: of }) => [id, of])).toEqual([1, 2, 5, 6].map((id) => [id, 'Field 3']));
});

it('selected work takes categories by turns but for empty ones, and names each client once', async () => {
  const { asked, client } = host(
    ...pagesOf('/api/getProjectCategory', [category(3), category(4, { projects_count: 0 }), category(5)]),
    ...pagesOf('/api/getProjects/3', [
      project(1, { client: 'Rail' }),
      project(2, { client: 'Rail' }),
      project(4),
    ]),
    ...pagesOf('/api/getProjects/5', [project(7, { client: 'Port', quote: 'They listened.' })]),
  );
  const { works, clients, quoted } = await client.fetchQuery(selectedWorkQuery(3, 12));
  expect(works.map((work) => work.project.id)).toEqual([1, 7, 2]);
  expect(clients).toEqual(['Rail', 'Port']);
  expect(quoted).toMatchObject({ id: 7, quote: 'They listened.' });
  expect(asked).not.toContain('/api/getProjects/4?page=1');
});

it('a member of the team has the works that name them in their credits, each once', async () => {
  const data = [
    { ...project(1), category: 'Film', credits: 'Sana Gul\tEdit\t7\nSana Gul\tSound\t7\nAli\tCamera' },
    { ...project(2), category: 'Games', credits: 'Sana\t\t7\nZmarak\tCode\t9' },
    { ...project(3), category: 'Games' },
  ];
  const { client } = host(['/api/getWork', { data, current_page: 1, last_page: 1 }]);
  const [one, two] = [1, 2].map((id) => ({ id, title: `Project ${id}` }));
  expect(await client.fetchQuery(creditedWorkQuery())).toEqual({ 7: [one, two], 9: [two] });
});

describe('the projects before and after one', () => {
  async function around(projects: object[], of: ReturnType<typeof project>, perPage?: number) {
    const { asked, client } = host(...pagesOf('/api/getProjects/3', projects, perPage));
    const { previous, next } = await client.fetchQuery(neighboursQuery(of));
    return { ids: [previous?.id, next?.id], asked };
  }
  const seven = [4, 2, 9, 1, 7, 3, 8].map((id, at) => project(id, { v_order: at + 1 }));

  it.each([
    [0, [undefined, 2]],
    [1, [4, 9]],
    [2, [2, 1]],
    [3, [9, 7]],
    [5, [7, 8]],
    [6, [3, undefined]],
  ])('are found for the one at place %i, also over the edge of a page', async (at, expected) => {
    const { ids } = await around(seven, seven[at] ?? project(0));
    expect(ids).toEqual(expected);
  });

  it.each([
    ['alone', [project(1)], project(1)],
    ['in an empty list', [], project(1)],
    ['not in the list', seven, project(99, { v_order: 4 })],
  ])('are none for a project that is %s', async (_name, projects, of) => {
    expect((await around(projects, of)).ids).toEqual([undefined, undefined]);
  });

  it('are found among projects of one and the same order, by their id', async () => {
    const same = Array.from({ length: 11 }, (_, at) => project(at + 1, { v_order: 5 }));
    expect((await around(same, project(10, { v_order: 5 }))).ids).toEqual([9, 11]);
  });

  it.each([1, 2, 10, 11, 250, 307, 499, 500])('cost few pages of a long category: %i', async (id) => {
    const long = Array.from({ length: 500 }, (_, at) => project(at + 1));
    const { ids, asked } = await around(long, project(id), 10);
    expect(ids).toEqual([id > 1 ? id - 1 : undefined, id < 500 ? id + 1 : undefined]);
    expect(asked.length).toBeLessThanOrEqual(8);
  });

  it('end the search on a host that keeps another order', async () => {
    const other = Array.from({ length: 40 }, (_, at) => project(at + 1, { v_order: 1000 - at }));
    expect((await around(other, project(35, { v_order: 966 }), 10)).asked.length).toBeLessThanOrEqual(4);
  });
});
