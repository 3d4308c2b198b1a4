import { blogChangeSchema, blogInputSchema } from '#shared/schemas/blog.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import { noteEdit } from '../edits/repository.ts';
import type { MediaStore } from '../media/store.ts';
import { softDeleteRow } from '../trash/repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { formFields } from '../validation/form-fields.ts';
import { presentBlog, presentListedBlog } from './present.ts';
import { findBlog, findListedBlog, insertBlog, isGoneBlog, pageOfBlogs, updateBlog } from './repository.ts';

export function blogHandlers(db: Db, media: MediaStore): Handlers {
  const page = async (call: EngineCall, activeOnly: boolean) => {
    const found = await pageOfBlogs(db, call.page, { activeOnly });
    return { data: { ...found, data: found.data.map(presentListedBlog) } };
  };
  return {
    blogs: (call) => page(call, false),
    activeBlogs: (call) => page(call, true),
    async singlePost(call) {
      const blog = await findBlog(db, call.id);
      if (!blog && (await isGoneBlog(db, call.id))) throw new AppError('blog.gone', 410);
      assertThat(blog && (blog.is_active === 1 || call.admin), 'blog.notFound', 404);
      return { data: presentBlog(blog) };
    },
    async saveBlog(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(blogInputSchema, form, errors);
      const [image] = form.files('blog_image');
      if (!image) errors.add('blog_image', 'blog.imageRequired');
      errors.throwIfAny();
      assertThat(input && image, 'fields.invalid', 422);
      const blog = await media.change([image], async ({ tx, addressOf }) => {
        const added = await insertBlog(tx, { ...input, blog_image: addressOf(image) });
        await noteEdit(tx, 'blogs', added, nameOf(call.admin));
        return added;
      });
      return { data: presentBlog(blog), message: 'blog.added' };
    },
    async editBlog(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(blogChangeSchema, form, errors);
      errors.throwIfAny();
      assertThat(input, 'fields.invalid', 422);
      const { blog_id: id, updated_at: version, ...values } = input;
      const [image] = form.files('blog_image');
      const blog = await media.change(image ? [image] : [], async ({ tx, addressOf, drop }) => {
        const before = await findListedBlog(tx, id);
        assertThat(before, 'blog.notFound', 404);
        await assertNotNewer(tx, 'blogs', version, before);
        if (image) drop(before.blog_image);
        const changed = { ...values, ...(image && { blog_image: addressOf(image) }) };
        const after = await updateBlog(tx, before, changed);
        await noteEdit(tx, 'blogs', after, nameOf(call.admin));
        return after;
      });
      return { data: presentBlog(blog), message: 'blog.updated' };
    },
    async deleteBlog(call) {
      assertThat(await softDeleteRow(db, 'blogs', call.id), 'blog.notFound', 404);
      return { data: null, message: 'blog.deleted' };
    },
  };
}
