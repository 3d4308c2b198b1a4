import { z } from 'zod';
import { messages, messageText } from '../messages.ts';
import type { Right } from '../roles.ts';
import { idParameter, idSchema, ownIdParameter } from './id.ts';
import { trashResources } from './trash.ts';

/**
 * What a line of the activity log can be about: what can be deleted, the people who work here, forms that wait,
 * pictures of the library, and redirects.
 */
export const activityResources = [...trashResources, 'admin', 'intake_item', 'picture', 'redirect'] as const;

export type ActivityResource = (typeof activityResources)[number];

/** done: the answer said so; refused: a sign-in with a wrong password, second step or passkey; unknown: no answer came, and it may have been done. */
const activityOutcomes = ['done', 'refused', 'unknown'] as const;

/** The right with which somebody may see the history of one thing (docs/product.md §21). */
export const historyRights: Record<ActivityResource, Right> = {
  job: 'jobs.read',
  applicant: 'applicants.read',
  applicant_note: 'applicants.read',
  message: 'messages.read',
  category: 'content.read',
  tech_image: 'content.read',
  project: 'content.read',
  project_image: 'content.read',
  blog: 'content.read',
  team_member: 'content.read',
  admin: 'people',
  intake_item: 'applicants.read',
  picture: 'content.read',
  redirect: 'content.write',
};

/** Who has done something, as the API host called them last. All of it is null for somebody who was erased. */
const actorSchema = z.object({
  id: z.number().int(),
  name: z.string().nullable(),
  /** Null also for whoever may see a history but not the log. */
  email: z.string().nullable(),
});

const activityLineSchema = z.object({
  /** Tells one line from another, and nothing else. */
  key: z.string(),
  at: z.string(),
  who: actorSchema.nullable(),
  /** Name of the contract row. */
  action: z.string(),
  /** Null where it is about no thing in particular, and both for an erased person. */
  resource: z.string().nullable(),
  id: idSchema.nullable(),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
  /** The network address; null after 30 days, and for whoever may not see the log. */
  address: z.string().nullable(),
  request: z.string().nullable(),
  outcome: z.enum(activityOutcomes).catch('done'),
});

/** The newest first; `older` is what `before` has to be for the next ones, and null at the end. */
export const activityPageSchema = z.object({
  data: z.array(activityLineSchema),
  older: z.string().nullable(),
});

export const activitySchema = activityPageSchema.extend({ people: z.array(actorSchema) });

const day = z
  .union([z.literal('').transform(() => undefined), z.iso.date()], messages['field.badDate'])
  .optional();

/** An id, as it stands in an address; an empty one is none. */
const optionalId = z
  .union([z.literal('').transform(() => undefined), idParameter], messages['field.badId'])
  .optional();

/** Who has done something has a number of the log's own. */
const actorId = z
  .union([z.literal('').transform(() => undefined), ownIdParameter], messages['field.notInteger'])
  .optional();

/** Where a page begins: `older` of the page before. */
const before = z
  .union(
    [z.literal('').transform(() => undefined), z.string().regex(/^\d{1,16}\.[\w-]{1,40}$/)],
    messages['field.badCharacters'],
  )
  .optional();

const resource = z.enum(
  activityResources,
  messageText('field.notOneOf', { list: activityResources.join(', ') }),
);

/** Filters of the log: days are whole days of UTC, both included. */
export const activityFilterSchema = z.object({
  who: actorId,
  resource: z.union([z.literal('').transform(() => undefined), resource]).optional(),
  id: optionalId,
  action: z
    .union(
      [z.literal('').transform(() => undefined), z.string().regex(/^[A-Za-z]{1,60}$/)],
      messages['field.badCharacters'],
    )
    .optional(),
  from: day,
  to: day,
});

export const activityQuerySchema = activityFilterSchema.extend({ before });

export const historyQuerySchema = z.object({
  resource,
  id: idParameter,
  before,
});

export type ActivityLine = z.infer<typeof activityLineSchema>;
export type ActivityFilter = z.infer<typeof activityFilterSchema>;
