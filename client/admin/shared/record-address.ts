import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { screens } from './screens.ts';

/**
 * Returns the address at which the admin area opens a record: by default in the form of the screen of its kind.
 * Undefined for a record without such a screen, and for a project whose category is not known.
 */
export function recordAddress(resource: string, id: Id, category?: Id): string | undefined {
  switch (resource) {
    case 'applicant':
      return `${pathTo('adminApplicants')}?applicant=${id}`;
    case 'message':
      return `${pathTo('adminMessages')}?message=${id}`;
    case 'intake_item':
      return `${pathTo('adminIntake')}?item=${id}`;
    case 'category':
      return pathTo('adminProjects', { id });
    case 'project':
      return category === undefined
        ? undefined
        : `${pathTo('adminProjects', { id: category })}?form=${formNameOf(id)}`;
  }
  const screen = screens.find(({ starts }) => starts?.some((start) => start.resource === resource));
  return screen && `${screen.to}?form=${formNameOf(id)}`;
}
