import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import { noteEdit } from '../edits/repository.ts';
import type { Form } from '../media/form.ts';
import type { MediaStore } from '../media/store.ts';
import { discardRow } from '../trash/repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { textChecks } from '../validation/texts.ts';
import { presentBlog, presentListedBlog } from './present.ts';
import {
  type BlogValues,
  findBlog,
  findListedBlog,
  insertBlog,
  isGoneBlog,
  pageOfBlogs,
  updateBlog,
} from './repository.ts';

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
      const values = blogValues(form, errors);
      const [image] = form.files('blog_image');
      if (!image) errors.add('blog_image', 'blog.imageRequired');
      errors.throwIfAny();
      assertThat(image, 'blog.imageRequired', 422);
      const blog = await media.change([image], async ({ tx, addressOf }) => {
        const added = await insertBlog(tx, { ...values, blog_image: addressOf(image) });
        await noteEdit(tx, 'blogs', added, nameOf(call.admin));
        return added;
      });
      return { data: presentBlog(blog), message: 'blog.added' };
    },
    async editBlog(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const values = blogValues(form, errors);
      const check = textChecks(form, errors);
      const id = check.wholeNumber('blog_id', 'field.required', { min: 1, max: Number.MAX_SAFE_INTEGER });
      const version = check.version('updated_at');
      errors.throwIfAny();
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
      assertThat(await discardRow(db, 'blogs', call.id), 'blog.notFound', 404);
      return { data: null, message: 'blog.deleted' };
    },
  };
}

/** The rules of docs/product.md §5 that adding and editing share. */
function blogValues(form: Form, errors: FieldErrors): BlogValues {
  const check = textChecks(form, errors);
  return {
    blog_title: check.line('blog_title', 'blog.titleRequired'),
    is_active: check.binary('is_active', 'blog.activeRequired'),
    description: check.rich('description', 'blog.descriptionRequired'),
  };
}
