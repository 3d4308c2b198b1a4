import { expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { withEngines } from '../../support/engines.ts';
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

  it('lists are newest first', async () => {
    for (const blog_title of ['Older', 'Newer']) await makeBlog(engine, { blog_title });
    const { data } = await read('blogs');
    const titles = data.map(({ blog_title }: { blog_title: string }) => blog_title);
    expect(titles.slice(0, 2)).toEqual(['Newer', 'Older']);
  });
});
