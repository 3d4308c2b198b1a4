import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { project } from '../entities/project.ts';
import { fieldsOf } from './fields.ts';

export const projectSchema = z.object(answerShape(project.fields));

/** A project in the list of all work. `category` is the title of its category. */
export const workSchema = projectSchema
  .pick({ id: true, title: true, client: true, year: true, credits: true })
  .extend({ category: z.string() });
export type Work = z.infer<typeof workSchema>;

/**
 * The fields of a project that an admin writes (docs/product.md §5); images and video are sent with them as files.
 */
export const projectInputSchema = fieldsOf(inputShape(project.fields));

export type Project = z.infer<typeof projectSchema>;
