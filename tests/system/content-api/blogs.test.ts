import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blog } from '#shared/schemas/blog.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { blogForm, type FormValue, image } from '../../support/engine/forms.ts';

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
