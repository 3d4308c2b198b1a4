import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { post } from '../entities/post.ts';
import { fieldsOf, optionalBinary, version } from './fields.ts';
import { idField } from './id.ts';

export const blogSchema = z.object(answerShape(post.fields));

/** The fields of a post that an admin writes (docs/product.md §5); images are sent with them as files. */
export const blogInputSchema = fieldsOf(inputShape(post.fields));

/** The fields of a change to an existing post. */
export const blogChangeSchema = blogInputSchema.extend({
  blog_id: idField(),
  updated_at: version(),
  remove_share_image: optionalBinary(),
});

export type Blog = z.infer<typeof blogSchema>;
export type BlogInput = z.infer<typeof blogInputSchema>;
