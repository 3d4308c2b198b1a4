import { blogChangeSchema, blogInputSchema } from '#shared/schemas/blog.ts';
import { rowIdOf } from '../../database/public-ids.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails, withDetailsOf } from '../pictures/details.ts';
import { attachLinksToRow } from '../row-records/previews-repository.ts';
import { saveFirstVersion, saveVersion } from '../row-records/save-version.ts';
import { noteStatusByHand } from '../row-records/schedules-repository.ts';
import { softDeleteRow } from '../row-records/trash-repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { formFields } from '../validation/form-fields.ts';
import { presentBlog, presentListedBlog } from './present.ts';
import {
  findBlog,
  findListedBlog,
  insertBlog,
  isDeletedBlog,
  pageOfBlogs,
  updateBlog,
} from './repository.ts';

export function blogHandlers(db: Db, media: MediaStore): Handlers {
  const page = async (call: EngineCall, activeOnly: boolean) => {
    const found = await pageOfBlogs(db, call.page, { activeOnly });
    const blogs = found.data.map(presentListedBlog);
    return { data: { ...found, data: await withDetails(db, blogs, ({ blog_image }) => [blog_image]) } };
  };
  return {
    blogs: (call) => page(call, false),
    activeBlogs: (call) => page(call, true),
    async singlePost(call) {
      const blog = await findBlog(db, call.id);
      if (!blog && (await isDeletedBlog(db, call.id))) throw new AppError('blog.gone', 410);
      assertThat(blog && (blog.is_active === 1 || call.admin), 'blog.notFound', 404);
      return { data: await withDetailsOf(db, presentBlog(blog), [blog.blog_image, blog.share_image]) };
    },
    async saveBlog(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(blogInputSchema, form, errors);
      const [image] = form.files('blog_image');
      const [share] = form.files('share_image');
      if (!image) errors.add('blog_image', 'blog.imageRequired');
      errors.throwIfAny();
      assertThat(input && image, 'fields.invalid', 422);
      const blog = await media.change(
        share ? [image, share] : [image],
        async ({ tx, addressOf }) => {
          const shared = share && { share_image: addressOf(share) };
          const added = await insertBlog(tx, { ...input, blog_image: addressOf(image), ...shared });
          await noteEdit(tx, 'blogs', added, nameOf(call.admin));
          await saveFirstVersion(tx, 'blog', added.id, call.admin);
          await attachLinksToRow(tx, 'blog', added.id, call.admin);
          return added;
        },
        { who: nameOf(call.admin) },
      );
      return { data: presentBlog(blog), message: 'blog.added' };
    },
    async editBlog(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(blogChangeSchema, form, errors);
      errors.throwIfAny();
      assertThat(input, 'fields.invalid', 422);
      const { blog_id, updated_at: version, remove_share_image: removesShare, ...values } = input;
      const id = await rowIdOf(db, 'blogs', blog_id);
      const [image] = form.files('blog_image');
      const [share] = form.files('share_image');
      const files = [image ?? [], share ?? []].flat();
      const blog = await media.change(
        files,
        async ({ tx, addressOf, drop }) => {
          const before = await findListedBlog(tx, id);
          assertThat(before, 'blog.notFound', 404);
          await assertNotNewer(tx, 'blogs', version, before);
          const keep = await saveVersion(tx, 'blog', id);
          if (image) drop(before.blog_image);
          if (share || removesShare) drop(before.share_image);
          const changed = {
            ...values,
            ...(image && { blog_image: addressOf(image) }),
            ...(share ? { share_image: addressOf(share) } : removesShare && { share_image: null }),
          };
          const after = await updateBlog(tx, before, changed);
          if (after.is_active !== before.is_active)
            await noteStatusByHand(tx, 'blog', id, after.is_active === 1, after.updated_at);
          await noteEdit(tx, 'blogs', after, nameOf(call.admin));
          await keep(call.admin);
          return after;
        },
        { who: nameOf(call.admin) },
      );
      return { data: presentBlog(blog), message: 'blog.updated' };
    },
    async deleteBlog(call) {
      assertThat(await softDeleteRow(db, 'blogs', call.id, call.admin?.id), 'blog.notFound', 404);
      return { data: null, message: 'blog.deleted' };
    },
  };
}
