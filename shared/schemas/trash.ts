import { z } from 'zod';
import type { Right } from '../roles.ts';
import { fieldsOf, oneOf } from './fields.ts';
import { idField, idSchema } from './id.ts';

/** Kinds of records that can be restored after deletion. */
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

/** The right to see a kind in the trash, to restore it and to erase it. */
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

/** A record in the trash. */
export const deletedThingSchema = z.object({
  resource: z.enum(trashResources),
  id: idSchema,
  /** The record's name; for a picture or a note, the name of the record that it belongs to. */
  name: z.string(),
  deleted_at: z.string(),
  /** The admin who deleted the record; null if that admin is unknown or no longer has an account. */
  by: z.string().nullable(),
  days_left: z.number().int(),
  /** For a category: the number of deleted projects that are erased with it. */
  below: z.number().int(),
});

export type DeletedThing = z.infer<typeof deletedThingSchema>;

/** The body of restoreDeleted and eraseDeleted. */
export const restoreSchema = fieldsOf({
  resource: oneOf(trashResources),
  id: idField(),
});
