import { limits } from '#shared/limits.ts';
import type { Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import type { Form } from '../media/form.ts';
import type { MediaStore } from '../media/store.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { textChecks } from '../validation/texts.ts';
import { presentProject } from './present.ts';
import { categoryExists, insertProject, type ProjectValues } from './repository.ts';

export function projectHandlers(db: Db, media: MediaStore): Handlers {
  return {
    async addProject(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const values = projectValues(form, errors);
      const images = form.files('images');
      const [video] = form.files('video');
      if (images.length === 0) errors.add('images', 'project.imageRequired');
      await needCategory(db, values.category_id, errors);
      errors.throwIfAny();
      const files = video ? [...images, video] : images;
      const project = await media.change(files, async ({ tx, addressOf }) => {
        // Once more: it may have gone while the form was checked.
        await needCategory(tx, values.category_id, errors);
        errors.throwIfAny();
        const stored = { ...values, video: video ? addressOf(video) : null };
        return insertProject(tx, stored, images.map(addressOf));
      });
      return { data: presentProject(project), message: 'project.added' };
    },
  };
}

/** A category that was picked must be there; one that was not has its text already. */
async function needCategory(db: Db, id: number, errors: FieldErrors): Promise<void> {
  if (errors.has('category_id') || (await categoryExists(db, id))) return;
  errors.add('category_id', 'project.categoryRequired');
}

/** The rules of SPEC §5. */
function projectValues(form: Form, errors: FieldErrors): ProjectValues {
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
