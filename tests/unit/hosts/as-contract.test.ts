import { describe, expect, it, vi } from 'vitest';
import { form, hostOf, json, sentOf } from './mapped-host.ts';

const asContract = {
  unnamed: 'as_contract',
  root: 'https://api.example',
  calls: { jobs: 'as_contract' },
};
const namesIn = (sent: string) => [...sent.matchAll(/ name="([^"]+)"/g)].map((each) => each[1]);

describe('a host that is as the contract but for what the file names', () => {
  const oneField = { blog: { blog_image: { at: 'blog_image', base: '/storage/' } } };

  it('is sent every field, though the file names one of them', async () => {
    const { ask, asked } = hostOf({ ...asContract, fields: oneField }, () => ({ body: { status: 1 } }));
    const texts = { blog_title: 'A', description: '<p>b</p>', is_active: '1' };
    await ask('POST', '/api/saveBlog', form(texts, { blog_image: '/tmp/picture' }));
    expect(namesIn(sentOf(asked[0]))).toEqual(['blog_title', 'description', 'is_active', 'blog_image']);
    await ask('POST', '/api/editBlog', form({ ...texts, blog_id: '7' }));
    expect(namesIn(sentOf(asked[1]))).toEqual(['blog_title', 'description', 'is_active', 'blog_id']);
  });

  it('is sent a named field by its name there, and the files of a list as the contract has them', async () => {
    const { ask, asked } = hostOf(
      { ...asContract, fields: { project: { title: 'name' }, category: { title: 'name' } } },
      () => ({ body: { status: 1 } }),
    );
    await ask('POST', '/api/addProject', form({ title: 'A', v_order: '1' }, { 'images[0]': '/tmp/picture' }));
    expect(namesIn(sentOf(asked[0]))).toEqual(['name', 'v_order', 'images[0]']);
    await ask('POST', '/api/addProjectCategory', form({ title: 'A' }, { 'tech_image[0]': '/tmp/logo' }));
    expect(namesIn(sentOf(asked[1]))).toEqual(['name', 'tech_image[0]']);
  });

  it("is sent every field by a call that has the contract's name below another path than /api, too", async () => {
    const calls = { saveBlog: { path: '/saveBlog' }, editBlog: { path: '/posts/change' } };
    const { ask, asked } = hostOf({ root: 'https://api.example/v2', fields: oneField, calls }, () => ({
      body: { status: 1 },
    }));
    const texts = { blog_title: 'A', description: '<p>b</p>', is_active: '1' };
    await ask('POST', '/api/saveBlog', form(texts, { blog_image: '/tmp/picture' }));
    expect(namesIn(sentOf(asked[0]))).toEqual(['blog_title', 'description', 'is_active', 'blog_image']);
    await ask('POST', '/api/editBlog', form({ ...texts, blog_id: '7' }, { blog_image: '/tmp/picture' }));
    expect(namesIn(sentOf(asked[1]))).toEqual(['blog_image']);
  });

  it('is sent no more than the file names where a call says its own body', async () => {
    const calls = { saveBlog: { path: '/posts', body: { blog_title: 'title' } } };
    const { ask, asked } = hostOf({ ...asContract, fields: oneField, calls }, () => ({
      body: { status: 1 },
    }));
    await ask('POST', '/api/saveBlog', form({ blog_title: 'A', description: 'b' }));
    expect(namesIn(sentOf(asked[0]))).toEqual(['title']);
  });

  it.each([
    ['https://api.example', '/api/blogs'],
    ['https://api.example/api', '/api/blogs'],
    ['https://api.example/site/api/', '/site/api/blogs'],
    ['https://api.example/v2', '/v2/api/blogs'],
  ])('below %s is asked at %s', async (root, path) => {
    const { ask, asked } = hostOf({ unnamed: 'as_contract', root }, () => ({
      body: { status: 1, data: { data: [] } },
    }));
    await ask('GET', '/api/blogs');
    expect(new URL(asked[0]?.path ?? '', root).pathname).toBe(path);
  });
});

it.each([
  [{ status: 1, data: { token: 'k1', user: { id: 1, email: 'a@b.c', role: 'editor' } } }],
  [{ status: 1, token: 'k1', user: { id: 1, email: 'a@b.c', role: 'editor' } }],
])('a sign-in is read as the contract has it where the file says nothing of it: %j', async (body) => {
  const { ask } = hostOf(asContract, () => ({ body }));
  const credentials = json({ email: 'a@b.c', password: 'x' });
  expect((await ask('POST', '/api/login', credentials)).body).toEqual({
    status: 1,
    data: { token: 'k1', user: { id: 1, email: 'a@b.c', role: 'editor' } },
  });
});

it('JSON goes as application/vnd.api+json where a call says so', async () => {
  const { ask, asked } = hostOf(
    {
      preset: 'json_api',
      calls: {
        saveBlog: {
          path: '/posts',
          send: 'json_api',
          body: { blog_title: 'data.attributes.title', is_active: 'data.attributes.is_active' },
          add_body: { 'data.type': 'posts' },
        },
      },
    },
    () => ({ status: 201, body: { data: { id: '9', attributes: {} } } }),
  );
  await ask('POST', '/api/saveBlog', form({ blog_title: 'A', is_active: '1' }));
  expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/vnd.api+json' });
  expect(asked[0]?.headers.accept).toContain('application/vnd.api+json');
  expect(JSON.parse(sentOf(asked[0]))).toEqual({
    data: { type: 'posts', attributes: { title: 'A', is_active: 1 } },
  });
});

describe('a value of another kind under one of our names', () => {
  const asked = async (fields: Record<string, unknown>, path: string, log?: { warn: () => void }) => {
    const { ask } = hostOf(
      asContract,
      () => ({ body: { status: 1, data: { data: [fields, fields], last_page: 1 } } }),
      log,
    );
    const { body } = await ask('GET', path);
    return (body as { data: { data: Record<string, unknown>[] } }).data.data;
  };
  const post = { id: 1, blog_title: 'A', description: 'b', is_active: 1, created_at: '2024-05-01' };

  it('is left out and logged once; the rest of the thing is there', async () => {
    const log = { warn: vi.fn() };
    const odd = { ...post, excerpt: { rendered: 'c' }, search_title: ['d'], share_image: { url: 'e' } };
    const rows = await asked({ ...odd, picture_details: 'f' }, '/api/blogs', log);
    expect(rows).toHaveLength(2);
    for (const name of ['excerpt', 'search_title', 'share_image', 'picture_details'])
      expect(rows[0]).not.toHaveProperty(name);
    expect(rows[0]).toMatchObject({ blog_title: 'A', description: 'b' });
    expect(log.warn.mock.calls.map(([said]) => said)).toEqual([
      { place: 'fields.blog.excerpt' },
      { place: 'fields.blog.search_title' },
      { place: 'fields.blog.share_image' },
      { place: 'fields.blog.picture_details' },
    ]);
  });

  it('is as if nothing was said where the page can do without', async () => {
    const job = { id: 1, title: 'A', slug: 'a', status: 'open', employment_type: 'Whenever', openings: {} };
    const [read] = await asked(job, '/api/jobs');
    expect(read).toMatchObject({ openings: 1 });
    // The field has no substitute.
    expect(read).not.toHaveProperty('employment_type');
  });

  it('takes only itself along where it stands in a list inside of a thing', async () => {
    const log = { warn: vi.fn() };
    const images = [
      { id: 1, image: '/storage/a.png' },
      { id: 2, image: null },
      { id: 3, image: { url: 'b' } },
    ];
    const tech_img = images;
    const [read] = await asked({ id: 1, title: 'A', tech_img }, '/api/getProjectCategory', log);
    expect(read).toMatchObject({ title: 'A', tech_img: [{ id: 1, image: '/storage/a.png' }] });
    expect(log.warn.mock.calls.map(([said]) => said)).toEqual([{ place: 'fields.logo.image' }]);
  });

  it('stays where a thing needs it, and an unknown status opens no job', async () => {
    expect((await asked({ ...post, blog_title: { rendered: 'A' } }, '/api/blogs'))[0]).toMatchObject({
      blog_title: { rendered: 'A' },
    });
    expect((await asked({ id: 1, title: 'A', status: 'hidden' }, '/api/jobs'))[0]).toMatchObject({
      status: 'hidden',
    });
  });
});
