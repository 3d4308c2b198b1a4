import { z } from 'zod';
import { defineEntity } from './entity.ts';
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
  mark: 2,
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
