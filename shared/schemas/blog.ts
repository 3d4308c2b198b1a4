import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { post } from '../entities/post.ts';
import { fieldsOf } from './fields.ts';

export const blogSchema = z.object(answerShape(post.fields));

/** The fields of a post that an admin writes (docs/product.md §5); images are sent with them as files. */
export const blogInputSchema = fieldsOf(inputShape(post.fields));

export type Blog = z.infer<typeof blogSchema>;
export type BlogInput = z.infer<typeof blogInputSchema>;
