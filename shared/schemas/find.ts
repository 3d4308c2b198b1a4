import { z } from 'zod';
import { type EntityName, entities, type NameOf } from '../entities/index.ts';
import { idSchema } from './fields.ts';

/** Kinds of records whose search text is stored in the table `search_texts`. Only the library searches for pictures. */
export type FoundResource = NameOf<{ mark: number }> | 'picture';

/** Kinds of records that the command palette of the admin area finds, in display order. */
const findResources: (EntityName | 'person')[] = [
  ...Object.values(entities).map(({ resource }) => resource),
  'person',
];

export type FindResource = (typeof findResources)[number];

/** One search result, as a line of the command palette. */
export const foundThingSchema = z.object({
  resource: z.enum(findResources),
  id: idSchema,
  title: z.string(),
  /**
   * Text that distinguishes the record from others of the same name: a job, a place, a subject; '' if there is none.
   */
  detail: z.string(),
  /** The category of a project. */
  category_id: idSchema.optional(),
});

export type FoundThing = z.infer<typeof foundThingSchema>;

/** Numbers of things that wait for an admin. Numbers that the role may not see are left out. */
export const deskCountsSchema = z.object({
  unread_applicants: z.coerce.number().int().optional(),
  new_messages: z.coerce.number().int().optional(),
  deletions_due: z.coerce.number().int().optional(),
  jobs_closing: z.coerce.number().int().optional(),
  draft_jobs: z.coerce.number().int().optional(),
  inactive_posts: z.coerce.number().int().optional(),
  /** Number of jobs and of posts with a scheduled publication or closing. */
  scheduled_jobs: z.coerce.number().int().optional(),
  scheduled_posts: z.coerce.number().int().optional(),
});

export type DeskCounts = z.infer<typeof deskCountsSchema>;
