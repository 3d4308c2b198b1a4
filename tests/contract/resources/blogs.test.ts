import { expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { withEngines } from '../../support/engines.ts';
import { blogEditForm, without } from '../../support/forms.ts';
import { makeBlog } from './cases.ts';

withEngines((engine) => {
  const { read } = engine;
  const visitor = () => engine.visitor;

  it('a post that is inactive is there for an admin and not for a visitor, nor said to have been there', async () => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    expect(await read('singlePost', id)).toMatchObject({ id, is_active: 0 });
    const { status, body } = await visitor().call('singlePost', id);
    expect([status, body.message, 'data' in body]).toEqual([404, 'This post could not be found.', false]);
    const { data } = await visitor().read('activeBlogs');
    expect(data.map((blog: { id: Id }) => blog.id)).not.toContain(id);
    await read('deleteBlog', id);
    await visitor().call('singlePost', id).expect(404);
  });

  it('a post keeps its image when it is edited without one, and gets a new one when it is edited with one', async () => {
    const { id, blog_image, created_at } = await makeBlog(engine);
    const form = await blogEditForm(id, { description: '<p>Second</p>' });
    await read('editBlog', without(form, 'blog_image'));
    const kept = { blog_title: 'Edited', description: '<p>Second</p>', blog_image, created_at };
    expect(await read('singlePost', id)).toMatchObject(kept);
    expect((await read('editBlog', form)).blog_image).not.toBe(blog_image);
  });

  it('one that visitors could read and that is deleted is said to be gone', async () => {
    const { id } = await makeBlog(engine);
    await read('deleteBlog', id);
    const { status, body } = await visitor().call('singlePost', id);
    expect([status, body.message]).toEqual([410, 'This post is no longer available.']);
  });

  it('lists are newest first', async () => {
    for (const blog_title of ['Older', 'Newer']) await makeBlog(engine, { blog_title });
    const { data } = await read('blogs');
    const titles = data.map(({ blog_title }: { blog_title: string }) => blog_title);
    expect(titles.slice(0, 2)).toEqual(['Newer', 'Older']);
  });
});
