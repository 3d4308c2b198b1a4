import { z } from 'zod';
import { fieldsOf, version } from './fields.ts';
import { idSchema } from './id.ts';

/** What keeps its versions in the engine, under the names of schemas/trash.ts. */
export const versionedResources = ['blog', 'project', 'job'] as const;

export type VersionedResource = (typeof versionedResources)[number];

/** What has versions anywhere: in front of a host that keeps none the site does so of these (docs/architecture.md §5.27). */
export const keptResources = [...versionedResources, 'category', 'team_member'] as const;

export type KeptResource = (typeof keptResources)[number];

/** How a version came: a thing was added, saved or restored; or it was `found` so, changed by something that keeps no versions. */
const versionKinds = ['added', 'saved', 'restored', 'found'] as const;

export type VersionKind = (typeof versionKinds)[number];

/** A version as lists show it: who, when, and which fields, by their names on the wire. */
export const listedVersionSchema = z.object({
  id: idSchema,
  /** 1, 2, 3 … of this thing. */
  number: z.number().int(),
  kind: z.enum(versionKinds),
  at: z.string(),
  /** Nobody where it was not made in a form. */
  who: z.string().nullable(),
  who_id: idSchema.nullable(),
  title: z.string(),
  changed: z.array(z.string()),
  /** The number of the version that was restored. */
  restored: z.number().int().nullable(),
});

const valueSchema = z.union([z.string(), z.number(), z.null(), z.array(z.string())]);

/** A version whole: its fields, and its long text as words, block by block, one a line. */
export const versionSchema = listedVersionSchema.extend({
  resource: z.enum(keptResources),
  row_id: idSchema,
  fields: z.record(z.string(), valueSchema),
  text: z.string(),
});

/** The body of restoreVersion: `updated_at` as in every edit. */
export const restoreVersionSchema = fieldsOf({ updated_at: version() });

/** What came of it: the version that is left by it, for the way back, and the fields whose pictures could not come along. */
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
