import { z } from 'zod';
import { category, type techImageSchema } from '../entities/category.ts';
import { answerShape, inputShape } from '../entities/entity.ts';
import { fieldsOf } from './fields.ts';

export const categorySchema = z.object(answerShape(category.fields));

/**
 * The fields of a category that an admin writes (docs/product.md §5); image and logos are sent with them as files.
 */
export const categoryInputSchema = fieldsOf(inputShape(category.fields));

export type TechImage = z.infer<typeof techImageSchema>;
export type Category = z.infer<typeof categorySchema>;
