import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { findBlog, pageOfBlogs } from '../../../server/content-api/blogs/repository.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { blogForm, type FormValue, formOf, image } from '../../support/engine/forms.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

async function save(changes: Record<string, FormValue> = {}) {
  return engine.call<Blog>('saveBlog', { body: await blogForm(changes) });
}

async function saved(changes: Record<string, FormValue> = {}): Promise<Blog> {
  const { body } = await save(changes);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
}

describe('saving a post', () => {
  it('keeps the texts byte for byte and the title trimmed', async () => {
    const description = '<p>  Ünïcode 🎬 &nbsp;</p>\r\n<script>kept as written</script>\t';
    const blog = await saved({ blog_title: '  A title\n', description, is_active: '0' });
    expect(blog).toMatchObject({ blog_title: 'A title', description, is_active: 0 });
    expect(blog.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const read = await engine.call<Blog>('singlePost', { params: { id: blog.id } });
    expect(read.body).toEqual({ status: 1, data: blog });
  });

  it('takes a description of several MiB, and an image or a video alone as one', async () => {
    const large = `<p><img src="data:image/png;base64,${'A'.repeat(6 * 1024 * 1024)}"></p>`;
    expect((await saved({ description: large })).description).toBe(large);
    expect((await save({ description: '<p><img src="/storage/a.png"></p>' })).status).toBe(200);
    expect(
      (await save({ description: '<iframe src="https://player.vimeo.com/video/1"></iframe>' })).status,
    ).toBe(200);
  });

  it('says everything that is missing at once, in the agreed words', async () => {
    const answer = await engine.call('saveBlog', { body: formOf({ description: '<p><br></p>' }) });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      status: 0,
      message: messages['fields.invalid'],
      errors: {
        blog_title: ['Title is required for creating a blog'],
        is_active: ['Enter 1 to active the or 0 for inactive'],
        description: ['Add blog description'],
        blog_image: ['Image is required for blog creation'],
      },
    });
  });

  it.each<[string, Record<string, FormValue>, Record<string, string[]>]>([
    ['a title of spaces', { blog_title: ' \t ' }, { blog_title: [messages['blog.titleRequired']] }],
    [
      'a long title',
      { blog_title: 'x'.repeat(256) },
      { blog_title: ['This text is longer than the limit of 255 characters.'] },
    ],
    ['NUL in the title', { blog_title: 'a\0b' }, { blog_title: [messages['field.badCharacters']] }],
    [
      'NUL in the description',
      { description: '<p>a\0b</p>' },
      { description: [messages['field.badCharacters']] },
    ],
    ['is_active 2', { is_active: '2' }, { is_active: [messages['field.notBinary']] }],
    ['is_active 01', { is_active: '01' }, { is_active: [messages['field.notBinary']] }],
    ['is_active true', { is_active: 'true' }, { is_active: [messages['field.notBinary']] }],
    [
      'nothing but spaces',
      { description: '<h1>&nbsp; </h1>' },
      { description: [messages['blog.descriptionRequired']] },
    ],
  ])('refuses %s', async (_what, changes, errors) => {
    const answer = await save(changes);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual(errors);
  });

  it('needs a token, before anything is read', async () => {
    const answer = await engine.call('saveBlog', { body: await blogForm(), token: null });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ status: 0, message: messages['session.required'] });
  });
});

describe('editing a post', () => {
  it('keeps the image unless a new one comes, and then removes the old file', async () => {
    const blog = await saved();
    const edit = async (changes: Record<string, FormValue>) =>
      engine.call<Blog>('editBlog', {
        body: await blogForm({ blog_id: String(blog.id), blog_image: undefined, ...changes }),
      });
    const kept = await edit({ blog_title: 'Second', is_active: '0' });
    expect(kept.body).toMatchObject({
      status: 1,
      message: 'Updated successfully',
      data: { ...blog, blog_title: 'Second', is_active: 0, updated_at: expect.any(String) },
    });
    const replaced = await edit({ blog_image: await image('webp') });
    expect(replaced.body.data?.blog_image).toMatch(/\.webp$/);
    expect(replaced.body.data?.created_at).toBe(blog.created_at);
    const files = await engine.mediaFiles();
    expect(files).toContain(replaced.body.data?.blog_image?.slice('/storage/'.length));
    expect(files).not.toContain(blog.blog_image?.slice('/storage/'.length));
  });

  it('refuses a version that is no time', async () => {
    const { id } = await saved();
    const answer = await engine.call('editBlog', {
      body: await blogForm({ blog_id: String(id), updated_at: 'yesterday' }),
    });
    expect([answer.status, answer.body.errors]).toEqual([422, { updated_at: [messages['field.badTime']] }]);
  });

  it('keeps neither the words nor the image of an edit that comes too late', async () => {
    const blog = await saved();
    const files = await engine.mediaFiles();
    const late = await engine.call('editBlog', {
      body: await blogForm({
        blog_id: String(blog.id),
        blog_title: 'Late',
        updated_at: '2026-01-01T00:00:00.000Z',
      }),
    });
    expect(late.status).toBe(409);
    expect(late.body.data).toEqual({
      yours: '2026-01-01T00:00:00.000Z',
      current: blog.updated_at,
      who: 'Admin',
    });
    expect(await engine.mediaFiles()).toEqual(files);
    const read = await engine.call<Blog>('singlePost', { params: { id: blog.id } });
    expect(read.body.data).toEqual(blog);
  });

  it('needs a post that is there; a new image for another is not kept', async () => {
    const before = await engine.mediaFiles();
    for (const blog_id of ['999999', '0', '1.5', 'x', '9'.repeat(20)]) {
      const missing = await engine.call('editBlog', { body: await blogForm({ blog_id }) });
      expect([missing.status, missing.body]).toEqual([
        404,
        { status: 0, message: deskMessages['blog.notFound'] },
      ]);
    }
    for (const [id, text] of [
      [undefined, messages['field.required']],
      ['-1', messages['field.badId']],
      ['a b', messages['field.badId']],
      ['../1', messages['field.badId']],
      ['9'.repeat(65), messages['field.badId']],
    ] as const) {
      const answer = await engine.call('editBlog', { body: await blogForm({ blog_id: id }) });
      expect([answer.status, answer.body.errors]).toEqual([422, { blog_id: [text] }]);
    }
    expect(await engine.mediaFiles()).toEqual(before);
  });
});

describe('deleting a post', () => {
  it('works once, and keeps its file as long as it can be restored', async () => {
    const blog = await saved();
    const gone = await engine.call('deleteBlog', { params: { id: blog.id } });
    expect(gone.body).toEqual({ status: 1, message: 'Deleted successfully', data: null });
    expect(await engine.mediaFiles()).toContain(blog.blog_image?.slice('/storage/'.length));
    expect((await engine.call('deleteBlog', { params: { id: blog.id } })).status).toBe(404);
    const read = await engine.call('singlePost', { params: { id: blog.id }, token: null });
    expect([read.status, read.body]).toEqual([410, { status: 0, message: deskMessages['blog.gone'] }]);
  });
});

describe('an inactive post', () => {
  it('is there for admins only; another header or a bad token does not help', async () => {
    const { id } = await saved({ is_active: '0' });
    const path = `/api/singlePost/${id}`;
    expect((await engine.fetch(path)).status).toBe(200);
    expect((await engine.fetch(path, { token: null })).status).toBe(404);
    expect((await engine.fetch(path, { token: 'x'.repeat(43) })).status).toBe(404);
    const misspelled = { Authorizaton: `Bearer ${engine.token}` };
    expect((await engine.fetch(path, { token: null, headers: misspelled })).status).toBe(404);
    const { id: active } = await saved();
    expect((await engine.fetch(`/api/singlePost/${active}`, { token: 'x'.repeat(43) })).status).toBe(200);
  });
});

describe('lists', () => {
  it('show admins all and visitors the active ones, newest first', async () => {
    const one = await saved({ blog_title: 'one' });
    const two = await saved({ blog_title: 'two', is_active: '0' });
    const three = await saved({ blog_title: 'three' });
    const ids = (page: Page<Blog> | undefined) => page?.data.map((blog) => blog.id) ?? [];
    const all = ids((await engine.call<Page<Blog>>('blogs')).body.data);
    const active = ids((await engine.call<Page<Blog>>('activeBlogs', { token: null })).body.data);
    expect(all.slice(0, 3)).toEqual([three.id, two.id, one.id]);
    expect(active.slice(0, 2)).toEqual([three.id, one.id]);
    expect(active).not.toContain(two.id);
    expect((await engine.call('blogs', { token: null })).status).toBe(401);
  });

  it.each(['0', '-1', 'abc', '1.5', '1000001', '1e9', 'NaN', '', '1&page=2', '%00'])(
    'refuse page %s',
    async (page) => {
      const answer = await engine.call('activeBlogs', { query: `?page=${page}` });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ page: ['This must be a whole number from 1 to 1000000.'] });
    },
  );
});

describe('pages of posts in the repository', () => {
  const db = openSqlite(':memory:');
  beforeAll(() => migrate(db));
  beforeEach(() => db.deleteFrom('blogs').execute());
  afterAll(() => db.destroy());

  /** Adds posts one minute apart, except that the last two have the same time. */
  async function fill(count: number) {
    const values = Array.from({ length: count }, (_, index) => {
      const minute = String(Math.min(index, count - 2)).padStart(2, '0');
      const at = `2026-01-01T00:${minute}:00.000Z`;
      return {
        blog_title: `post ${index}`,
        description: 'x',
        blog_image: null,
        is_active: index % 2,
        created_at: at,
        updated_at: at,
      };
    });
    await db.insertInto('blogs').values(values).execute();
  }

  it('hold ten, tell the last page, and are empty past the end', async () => {
    await fill(21);
    const titles = async (page: number, activeOnly = false) => {
      const { data, ...rest } = await pageOfBlogs(db, page, { activeOnly });
      return { titles: data.map((blog) => blog.blog_title), ...rest };
    };
    const first = await titles(1);
    expect(first.titles.slice(0, 3)).toEqual(['post 20', 'post 19', 'post 18']);
    expect(first).toMatchObject({ current_page: 1, last_page: 3, per_page: 10, total: 21 });
    expect((await titles(3)).titles).toEqual(['post 0']);
    expect(await titles(4)).toEqual({ titles: [], current_page: 4, last_page: 3, per_page: 10, total: 21 });
    expect(await titles(1, true)).toMatchObject({ last_page: 1, total: 10 });
    expect((await titles(1_000_000)).titles).toEqual([]);
  });

  it('are one, empty, when there is nothing', async () => {
    expect(await pageOfBlogs(db, 1, { activeOnly: false })).toEqual({
      data: [],
      current_page: 1,
      last_page: 1,
      per_page: 10,
      total: 0,
    });
    expect(await findBlog(db, 1)).toBeUndefined();
  });
});
