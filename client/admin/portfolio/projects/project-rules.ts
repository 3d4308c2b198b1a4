import { messages } from '#shared/messages.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import { textTooLarge } from '../../../editor/text-size.ts';
import { type Problems, problemsOf } from '../../../forms/form-rules.ts';
import type { ProjectValues } from './project-form-data.ts';

/** In the order in which the form shows them: the first bad one gets the focus. */
export const projectFields = [
  'title',
  'category_id',
  'v_order',
  'project_url',
  'description',
  'images',
  'video',
] as const;

/**
 * docs/product.md §5, add project, with the limits that the server holds to; an edited one needs no further image. A text
 * over the limit is told here, before megabytes travel to be refused.
 */
export function projectProblems(values: ProjectValues, isNew: boolean): Problems<ProjectValues> {
  const problems = problemsOf<ProjectValues>(projectInputSchema, values);
  const tooLarge = textTooLarge(values.description);
  if (tooLarge) problems.description ??= tooLarge;
  if (isNew && values.images.length === 0) problems.images = messages['project.imageRequired'];
  return problems;
}
