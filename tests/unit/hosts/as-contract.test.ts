import { expect, it, vi } from 'vitest';
import { form, hostOf, sentOf } from './mapped-host.ts';

const asContract = { unnamed: 'as_contract', root: 'https://api.example', calls: { jobs: 'as_contract' } };
const oneField = { blog: { blog_image: { at: 'blog_image', base: '/storage/' } } };
const texts = { blog_title: 'A', description: '<p>b</p>', is_active: '1' };
const all = ['blog_title', 'description', 'is_active', 'blog_image'];
const picture = { blog_image: '/tmp/picture' };

it.each<[string, object, string, Parameters<typeof form>, string[]]>([
  ['every field, though the file names one', { fields: oneField }, 'saveBlog', [texts, picture], all],
  [
    "every field by a call that has the contract's name below another path than /api",
    { unnamed: 'absent', fields: oneField, calls: { saveBlog: { path: '/saveBlog' } } },
    'saveBlog',
    [texts, picture],
    all,
  ],
])('a host as the contract is sent %s', async (_case, file, call, sent, names) => {
  const { ask, asked } = hostOf({ ...asContract, ...file }, () => ({ body: { status: 1 } }));
  await ask('POST', `/api/${call}`, form(...sent));
  expect([...sentOf(asked[0]).matchAll(/ name="([^"]+)"/g)].map((each) => each[1])).toEqual(names);
});

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
