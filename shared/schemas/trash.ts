import { fieldsOf, oneOf } from './fields.ts';
import { idField } from './id.ts';

/** What can be restored after it was deleted. */
export const trashResources = [
  'job',
  'applicant',
  'team_member',
  'message',
  'category',
  'project',
  'blog',
  'tech_image',
  'project_image',
  'applicant_note',
] as const;

export type TrashResource = (typeof trashResources)[number];

/** The body of restoreDeleted. */
export const restoreSchema = fieldsOf({
  resource: oneOf(trashResources),
  id: idField(),
});
