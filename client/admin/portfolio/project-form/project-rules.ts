import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { integer, line, optionalUrl, rich } from '#shared/schemas/fields.ts';
import { textTooLarge } from '../../../editor/content/text-size.ts';
import { type Problems, problemOf } from '../../../forms/form-rules.ts';
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

const rules = {
  title: line(limits.title, 'project.titleRequired'),
  category_id: integer(1, Number.MAX_SAFE_INTEGER, 'project.categoryRequired'),
  v_order: integer(0, limits.order, 'project.orderRequired'),
  project_url: optionalUrl(),
  description: rich('project.descriptionRequired'),
};

/**
 * docs/product.md §5, add project, with the limits that the server holds to; an edited one needs no further image. A text
 * over the limit is told here, before megabytes travel to be refused.
 */
export function projectProblems(values: ProjectValues, isNew: boolean): Problems<ProjectValues> {
  const problems: Problems<ProjectValues> = {};
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, (typeof rules)['title']][]) {
    const problem = problemOf(rule, values[name]);
    if (problem) problems[name] = problem;
  }
  const tooLarge = textTooLarge(values.description);
  if (tooLarge) problems.description ??= tooLarge;
  if (isNew && values.images.length === 0) problems.images = messages['project.imageRequired'];
  return problems;
}
