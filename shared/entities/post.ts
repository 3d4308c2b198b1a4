import { z } from 'zod';
import { fieldsOf } from '../schemas/fields.ts';
import { answerShape, defineEntity, inputShape } from './entity.ts';
import { dates, flag, given, ownId, picture, pictureDetails, rich, title } from './field.ts';
import { seoFields } from './seo-fields.ts';

/** A post of the blog (docs/product.md §3). */
export const post = defineEntity({
  resource: 'blog',
  one: 'a post',
  area: 'content',
  archive: 'posts',
  table: 'blogs',
  title: 'blog_title',
  traits: ['versions', 'preview', 'schedule', 'history'],
  page: 'viewBlog',
  mark: 2,
  calls: {
    all: 'blogs',
    list: 'activeBlogs',
    one: 'singlePost',
    add: 'saveBlog',
    change: 'editBlog',
    remove: 'deleteBlog',
    search: 'searchBlogs',
  },
  fields: {
    id: ownId(),
    blog_title: title('blog.titleRequired', { label: 'Title', searched: true }),
    is_active: flag('blog.activeRequired', { label: 'Status', apart: true, fallback: 1 }),
    description: rich('blog.descriptionRequired', { label: 'Description', fallback: '', searched: true }),
    blog_image: picture({ label: 'Cover image', neededAs: 'blog.imageRequired' }),
    ...seoFields,
    ...pictureDetails,
    ...dates,
    created_at: given('moment', z.string(), { fallback: '' }),
  },
});

export const blogSchema = z.object(answerShape(post.fields));

/** The fields of a post that an admin writes (docs/product.md §5); images are sent with them as files. */
export const blogInputSchema = fieldsOf(inputShape(post.fields));

export type Blog = z.infer<typeof blogSchema>;
export type BlogInput = z.infer<typeof blogInputSchema>;
