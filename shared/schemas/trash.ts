import { z } from 'zod';
import type { Right } from '../roles.ts';
import { fieldsOf, oneOf } from './fields.ts';
import { idField, idSchema } from './id.ts';

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

/** The right with which somebody sees a kind in the trash, brings it back and erases it. */
export const trashRights: Record<TrashResource, Right> = {
  job: 'jobs.write',
  applicant: 'applicants.write',
  applicant_note: 'applicants.write',
  message: 'messages.write',
  category: 'content.write',
  project: 'content.write',
  blog: 'content.write',
  team_member: 'content.write',
  tech_image: 'content.write',
  project_image: 'content.write',
};

/** One thing in the trash. */
export const deletedThingSchema = z.object({
  resource: z.enum(trashResources),
  id: idSchema,
  /** What it is called; of a picture and a note, what they belong to. */
  name: z.string(),
  deleted_at: z.string(),
  /** Null when nobody knows, or they have left. */
  by: z.string().nullable(),
  days_left: z.number().int(),
  /** Of a category: how many deleted projects go with it. */
  below: z.number().int(),
});

export type DeletedThing = z.infer<typeof deletedThingSchema>;

/** The body of restoreDeleted and eraseDeleted. */
export const restoreSchema = fieldsOf({
  resource: oneOf(trashResources),
  id: idField(),
});
