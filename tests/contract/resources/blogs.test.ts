import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { blogSchema } from '#shared/schemas/blog.ts';
import { withEngines } from '../../support/engines.ts';
import { blogEditForm, without } from '../../support/forms.ts';
import { makeBlog } from './cases/blogs.ts';

withEngines((engine) => {
  const get = (call: CallName, id?: Id) => engine.visitor.get(callPath(contract[call], id ? { id } : {}));

  describe('a post', () => {
    it('that is inactive is there for an admin and not for a visitor', async () => {
      const { id } = await makeBlog(engine, { is_active: '0' });
      const path = callPath(contract.singlePost, { id });
      const shown = await engine.admin.get(path);
      expect(shown.status).toBe(200);
      expect(blogSchema.parse(shown.body.data)).toMatchObject({ id, is_active: 0 });
      const hidden = await engine.visitor.get(path);
      expect(hidden.status).toBe(404);
      expect(hidden.body).toMatchObject({ status: 0, message: 'This post could not be found.' });
      expect(hidden.body).not.toHaveProperty('data');
    });

    it('keeps its image when it is edited without one, and gets a new one when it is edited with one', async () => {
      const before = await makeBlog(engine);
      const edit = async (form: Awaited<ReturnType<typeof blogEditForm>>) => {
        await engine.call('editBlog', form).expect(200);
        return (await get('singlePost', before.id)).body.data;
      };
      const form = await blogEditForm(before.id, { description: '<p>Second</p>' });
      expect(await edit(without(form, 'blog_image'))).toMatchObject({
        blog_title: 'Edited',
        description: '<p>Second</p>',
        blog_image: before.blog_image,
        created_at: before.created_at,
      });
      expect((await edit(form)).blog_image).not.toBe(before.blog_image);
    });

    it('that nobody could read is not said to have been there', async () => {
      const { id } = await makeBlog(engine, { is_active: '0' });
      await engine.call('deleteBlog', id).expect(200);
      await engine.visitor.call('singlePost', id).expect(404);
    });
  });

  describe('lists', () => {
    it('are newest first', async () => {
      for (const blog_title of ['Older', 'Newer']) await makeBlog(engine, { blog_title });
      const { data } = await engine.read('blogs');
      expect(data.slice(0, 2).map(({ blog_title }: { blog_title: string }) => blog_title)).toEqual([
        'Newer',
        'Older',
      ]);
    });

    it('show a visitor active posts only', async () => {
      const { id } = await makeBlog(engine, { is_active: '0' });
      const { data } = (await get('activeBlogs')).body;
      expect(data.data.length).toBeGreaterThan(0);
      for (const blog of data.data) expect(blog).toMatchObject({ is_active: 1 });
      expect(data.data.map((blog: { id: Id }) => blog.id)).not.toContain(id);
    });
  });
});
