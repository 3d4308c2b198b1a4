import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { neighboursQuery } from '../../../../client/site/portfolio/queries.ts';

/** The answers of a host by path; all other paths are 404. */
let known: Map<string, object>;
let asked: string[];
let client: QueryClient;
beforeEach(() => {
  known = new Map();
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const data = known.get(path);
    return data ? Response.json({ status: 1, data }) : Response.json({ status: 0 }, { status: 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const project = (id: number, more: object = {}) => ({
  id,
  v_order: id,
  title: `Project ${id}`,
  description: '',
  images: [],
  category_id: 3,
  ...more,
});
function list(path: string, rows: object[], perPage = 3) {
  const last_page = Math.max(1, Math.ceil(rows.length / perPage));
  for (let page = 1; page <= last_page; page += 1)
    known.set(`${path}?page=${page}`, {
      data: rows.slice((page - 1) * perPage, page * perPage),
      current_page: page,
      last_page,
    });
}

it.each([
  ['the first', 1, [undefined, 2]],
  ['one at the edge of a page', 10, [9, 11]],
  ['one far back', 307, [306, 308]],
  ['the last', 500, [499, undefined]],
  ['one that is not there', 600, [undefined, undefined]],
])('the projects before and after %s cost few pages of a long category', async (_which, id, ids) => {
  list(
    '/api/getProjects/3',
    Array.from({ length: 500 }, (_, at) => project(at + 1)),
    10,
  );
  const { previous, next } = await client.fetchQuery(neighboursQuery(project(id)));
  expect([previous?.id, next?.id]).toEqual(ids);
  expect(asked.length).toBeLessThanOrEqual(8);
});
