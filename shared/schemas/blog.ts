import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { post } from '../entities/post.ts';
import { fieldsOf, optionalBinary, version } from './fields.ts';
import { idField } from './id.ts';

export const blogSchema = z.object(answerShape(post.fields));

/** The fields that an admin writes of a post (docs/product.md §5); the images go with it as files. */
export const blogInputSchema = fieldsOf(inputShape(post.fields));

/** The same of a post that is there already. */
export const blogChangeSchema = blogInputSchema.extend({
  blog_id: idField(),
  updated_at: version(),
  remove_share_image: optionalBinary(),
});

export type Blog = z.infer<typeof blogSchema>;
export type BlogInput = z.infer<typeof blogInputSchema>;
