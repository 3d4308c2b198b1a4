import { z } from 'zod';
import { idSchema } from './id.ts';
import type { TrashResource } from './trash.ts';

/** What is found by a text of its own; jobs and applicants have theirs beside them. */
const foundResources = [
  'blog',
  'project',
  'category',
  'team_member',
  'message',
] as const satisfies readonly TrashResource[];

/** With pictures of the library, which are searched in their list alone. */
export type FoundResource = (typeof foundResources)[number] | 'picture';

/** What the palette finds, in the order in which it shows the kinds. */
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

/** One thing that was found, as a line of the palette says it. */
export const foundThingSchema = z.object({
  resource: z.enum(findResources),
  id: idSchema,
  title: z.string(),
  /** What tells it from others of the same name: a job, a place, a subject; '' where there is nothing. */
  detail: z.string(),
  /** Of a project: its category. */
  category_id: idSchema.optional(),
});

export type FoundThing = z.infer<typeof foundThingSchema>;

/** What waits for somebody. What the role may not see is left out. */
export const deskCountsSchema = z.object({
  unread_applicants: z.coerce.number().int().optional(),
  new_messages: z.coerce.number().int().optional(),
  deletions_due: z.coerce.number().int().optional(),
  jobs_closing: z.coerce.number().int().optional(),
  draft_jobs: z.coerce.number().int().optional(),
  inactive_posts: z.coerce.number().int().optional(),
  /** What is to be published or taken back at a moment to come. */
  scheduled_jobs: z.coerce.number().int().optional(),
  scheduled_posts: z.coerce.number().int().optional(),
});

export type DeskCounts = z.infer<typeof deskCountsSchema>;
