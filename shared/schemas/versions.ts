import { z } from 'zod';
import { type ContentName, contentNames, type NameWith, namesWith } from '../entities/index.ts';
import { fieldsOf, idSchema, version } from './fields.ts';

/** Kinds of records whose versions the engine stores, named as in schemas/trash.ts. */
export const versionedResources = namesWith('versions');

export type VersionedResource = NameWith<'versions'>;

/**
 * Kinds of records with versions, including those that the site versions only for a host without versions of its own
 * (hosts/snapshots/README.md).
 */
export const keptResources = contentNames;

export type KeptResource = ContentName;

/**
 * How a version came about: the record was added, saved or restored. `found`: software that stores no versions
 * changed the record, and this site found it in its new state.
 */
const versionKinds = ['added', 'saved', 'restored', 'found'] as const;

export type VersionKind = (typeof versionKinds)[number];

/** A version in a list: who made it, when, and which fields changed, by their names in the contract. */
export const listedVersionSchema = z.object({
  id: idSchema,
  /** 1, 2, 3 … for each record. */
  number: z.number().int(),
  kind: z.enum(versionKinds),
  at: z.string(),
  /** The admin who made the version; null if it was not made in a form. */
  who: z.string().nullable(),
  who_id: idSchema.nullable(),
  title: z.string(),
  changed: z.array(z.string()),
  /** The number of the version that was restored. */
  restored: z.number().int().nullable(),
});

const valueSchema = z.union([z.string(), z.number(), z.null(), z.array(z.string())]);

/** A complete version: its fields, and its long text as plain text, one block per line. */
export const versionSchema = listedVersionSchema.extend({
  resource: z.enum(keptResources),
  row_id: idSchema,
  fields: z.record(z.string(), valueSchema),
  text: z.string(),
});

/** The body of restoreVersion: `updated_at` as in every edit. */
export const restoreVersionSchema = fieldsOf({ updated_at: version() });

/**
 * The result of a restore: the id of the version before it, for undo, and the fields whose pictures could not be
 * restored.
 */
export const restoredVersionSchema = z.object({
  resource: z.enum(keptResources),
  row_id: idSchema,
  updated_at: z.string(),
  before: idSchema.nullable(),
  kept: z.array(z.string()),
});

export type ListedVersion = z.infer<typeof listedVersionSchema>;
export type Version = z.infer<typeof versionSchema>;
export type VersionValue = z.infer<typeof valueSchema>;
