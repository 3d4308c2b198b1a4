import { z } from 'zod';
import { idSchema } from './id.ts';
import type { TrashResource } from './trash.ts';

/**
 * Kinds of records whose search text is stored in the table `search_texts`. Jobs and applicants store theirs in their
 * own tables.
 */
const foundResources = [
  'blog',
  'project',
  'category',
  'team_member',
  'message',
] as const satisfies readonly TrashResource[];

/** The kinds in `foundResources`, and `picture`: only the list of the library searches for pictures. */
export type FoundResource = (typeof foundResources)[number] | 'picture';

/** Kinds of records that the command palette of the admin area finds, in display order. */
const findResources = [
  'applicant',
  'job',
  'blog',
  'project',
  'category',
  'team_member',
  'message',
  'person',
] as const;

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
