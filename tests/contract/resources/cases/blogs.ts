import { expect } from 'vitest';
import type { blogRows } from '#shared/contract/blogs.ts';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Engine } from '../../../support/engines.ts';
import { blogEditForm, blogForm, joined, sendForm, seoFieldsForm } from '../../../support/forms.ts';
import { type GoodCalls, media, page } from './good-call.ts';

export const blogCalls: GoodCalls<typeof blogRows> = {
  blogs: async (engine) => {
    await makeBlog(engine);
    return { query: '?page=1', data: page };
  },
  activeBlogs: async (engine) => {
    await makeBlog(engine);
    return { query: '?page=1', data: page };
  },
  singlePost: async (engine) => {
    const { id } = await makeBlog(engine);
    return { params: { id }, data: { id, blog_title: 'Über uns ✓', is_active: 1, blog_image: media } };
  },
  saveBlog: async () => ({
    form: joined(await blogForm(), await seoFieldsForm('Über uns')),
    message: 'Added successfully',
    data: { blog_title: 'Über uns ✓', is_active: 1, blog_image: media },
  }),
  editBlog: async (engine) => {
    const { id, updated_at = '' } = await makeBlog(engine);
    const data = { id, blog_title: 'Edited', is_active: 0, blog_image: media };
    const more = [
      { name: 'remove_share_image', text: '0' },
      { name: 'updated_at', text: updated_at },
    ];
    const edit = await blogEditForm(id, { is_active: '0', description: '<p>Edited</p>' });
    const form = joined(edit, more, await seoFieldsForm('Edited'));
    return { form, message: 'Updated successfully', data };
  },
  deleteBlog: async (engine) => {
    const { id } = await makeBlog(engine);
    return { params: { id }, message: 'Deleted successfully', data: null };
  },
};

export async function makeBlog({ admin }: Engine, texts: Record<string, string> = {}): Promise<Blog> {
  const answer = await sendForm(admin.post(callPath(contract.saveBlog)), await blogForm(texts));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
