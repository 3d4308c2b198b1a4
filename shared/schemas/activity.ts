import { z } from 'zod';
import { orNone } from '../contract/query.ts';
import { messages, messageText } from '../messages.ts';
import type { Right } from '../roles.ts';
import { idParameter, idSchema, ownIdParameter } from './fields.ts';
import { trashKinds, trashResources } from './trash.ts';

/**
 * Kinds of records that the activity log can name: everything that can be deleted, admins, waiting forms, pictures of
 * the library, and redirects.
 */
export const activityResources = [...trashResources, 'admin', 'intake_item', 'picture', 'redirect'] as const;

export type ActivityResource = (typeof activityResources)[number];

/**
 * `done`: the answer reported success. `refused`: a sign-in with a wrong password, second step or passkey. `unknown`:
 * no answer arrived, and the call may have succeeded.
 */
const activityOutcomes = ['done', 'refused', 'unknown'] as const;

/** The right that the history of one record needs (docs/product.md §21). */
export const historyRights = {
  ...Object.fromEntries(trashKinds.map(({ resource, area }) => [resource, `${area}.read`])),
  admin: 'people',
  intake_item: 'applicants.read',
  picture: 'content.read',
  redirect: 'content.write',
} as Record<ActivityResource, Right>;

/**
 * The person who acted, with the name and email address that the API host sent last. Both are null for an erased
 * person.
 */
const actorSchema = z.object({
  id: z.number().int(),
  name: z.string().nullable(),
  /**
   * Null for an erased person. An admin who may see the history of a record but not the whole log gets it only if
   * `name` is null.
   */
  email: z.string().nullable(),
});

const activityLineSchema = z.object({
  /** Distinguishes the entry from others; it has no further meaning. */
  key: z.string(),
  at: z.string(),
  who: actorSchema.nullable(),
  /** Name of the contract row. */
  action: z.string(),
  /**
   * Kind of the record; null if the entry is about no kind. `id` is null too if the entry is about no particular
   * record, or about a record that was erased.
   */
  resource: z.string().nullable(),
  id: idSchema.nullable(),
  /** The present title or name of the record; missing where the site does not know it. */
  title: z.string().nullish(),
  /** Names of the fields in the request. */
  fields: z.array(z.string()),
  /** The IP address; null after 30 days, and for admins who may not see the log. */
  address: z.string().nullable(),
  request: z.string().nullable(),
  outcome: z.enum(activityOutcomes).catch('done'),
});

/** A page of entries, the newest first. `older` is the value of `before` for the next page, and null at the end. */
export const activityPageSchema = z.object({
  data: z.array(activityLineSchema),
  older: z.string().nullable(),
});

export const activitySchema = activityPageSchema.extend({ people: z.array(actorSchema) });

const day = orNone(z.iso.date(), messages['field.badDate']);

/** Where a page begins: `older` of the previous page. */
const before = orNone(z.string().regex(/^\d{1,16}\.[\w-]{1,40}$/), messages['field.badCharacters']);

const resource = z.enum(
  activityResources,
  messageText('field.notOneOf', { list: activityResources.join(', ') }),
);

/** Filters of the log. `from` and `to` are whole days in UTC, and both days are included. */
export const activityFilterSchema = z.object({
  /** The id of a person in the log. The log assigns these ids itself, so they are always numbers. */
  who: orNone(ownIdParameter, messages['field.notInteger']),
  resource: orNone(resource),
  id: orNone(idParameter, messages['field.badId']),
  action: orNone(z.string().regex(/^[A-Za-z]{1,60}$/), messages['field.badCharacters']),
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
