import { z } from 'zod';
import { capitalised, wordFor } from '../entities/entity.ts';
import { entities, partLists } from '../entities/index.ts';
import type { Right } from '../roles.ts';
import { fieldsOf, idField, idSchema, oneOf } from './fields.ts';

/** Kinds of records that can be restored after deletion: entities, the pictures of their lists, and notes. */
export const trashKinds = [
  ...Object.values(entities).map(({ resource, table, area, one }) => ({
    resource,
    table,
    area,
    label: capitalised(wordFor({ one })),
  })),
  ...partLists,
  { resource: 'applicant_note', table: 'applicant_notes', area: 'applicants', label: 'Note' },
] as const;

export type TrashResource = (typeof trashKinds)[number]['resource'];
export const trashResources: TrashResource[] = trashKinds.map(({ resource }) => resource);

/** The right to see a kind in the trash, to restore it and to erase it. */
export const trashRights = Object.fromEntries(
  trashKinds.map(({ resource, area }) => [resource, `${area}.write`]),
) as Record<TrashResource, Right>;

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
