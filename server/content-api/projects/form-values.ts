import { limits } from '#shared/limits.ts';
import type { Form } from '../media/form.ts';
import type { FieldErrors } from '../validation/field-errors.ts';
import { textChecks } from '../validation/texts.ts';
import type { ProjectValues } from './repository.ts';

/** The texts that adding and changing a project share, by the rules of docs/product.md §5. */
export function projectValues(form: Pick<Form, 'text'>, errors: FieldErrors): ProjectValues {
  const check = textChecks(form, errors);
  return {
    title: check.line('title', 'project.titleRequired'),
    category_id: check.wholeNumber('category_id', 'project.categoryRequired', {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
    v_order: check.wholeNumber('v_order', 'project.orderRequired', { min: 0, max: limits.order }),
    description: check.rich('description', 'project.descriptionRequired'),
    project_url: check.optionalUrl('project_url'),
  };
}
