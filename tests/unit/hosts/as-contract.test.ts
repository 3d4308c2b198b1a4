import { expect, it, vi } from 'vitest';
import { hostOf } from './mapped-host.ts';

const asContract = { unnamed: 'as_contract', root: 'https://api.example', calls: { jobs: 'as_contract' } };
const texts = { blog_title: 'A', description: '<p>b</p>', is_active: '1' };

it.each([
  [
    '/api/blogs',
    { id: 1, ...texts, excerpt: { rendered: 'c' }, search_title: ['d'] },
    { id: 1, blog_title: 'A' },
    ['fields.blog.excerpt', 'fields.blog.search_title'],
  ],
  [
    '/api/getProjectCategory',
    {
      id: 1,
      title: 'A',
      tech_img: [
        { id: 1, image: '/storage/a.png' },
        { id: 3, image: { url: 'b' } },
      ],
    },
    { title: 'A', tech_img: [{ id: 1, image: '/storage/a.png' }] },
    ['fields.logo.image'],
  ],
  // An unknown status opens no job.
  [
    '/api/jobs',
    { id: 1, title: 'A', status: 'hidden', openings: {} },
    { status: 'hidden', openings: 1 },
    ['fields.job.openings'],
  ],
])('a value of another kind in %s is left out alone, and logged once', async (path, row, read, places) => {
  const log = { warn: vi.fn() };
  const { ask } = hostOf(
    asContract,
    () => ({ body: { status: 1, data: { data: [row, row], last_page: 1 } } }),
    log,
  );
  const { body } = await ask('GET', path);
  const [first] = (body as { data: { data: object[] } }).data.data;
  expect(first).toMatchObject(read);
  expect(first).not.toHaveProperty('excerpt');
  expect(log.warn.mock.calls.map(([{ place }]) => place)).toEqual(places);
});
