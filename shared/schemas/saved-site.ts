import { z } from 'zod';
import { KIB, MIB } from '../limits.ts';
import { messages } from '../messages.ts';
import { fieldsOf, jsonRecord, ownIdSchema, version } from './fields.ts';

/** The company as an owner edits it in the admin area (docs/product.md §16). */

/** The content of site.json before it was checked. `siteSchema` checks it and names the wrong fields. */
const siteJson = jsonRecord;

/** A file that the site names (logo, icon, picture), as the form shows it. */
export const siteFileEntrySchema = z.object({
  name: z.string(),
  /** The path at which this site serves the file. */
  src: z.string(),
  width: z.number(),
  height: z.number(),
});

/**
 * Where the site comes from: a save in the admin area, site.json in the data folder, or the sample company. A
 * `sample` has no values of its own: `site` is empty.
 */
const siteOrigins = ['saved', 'file', 'sample'] as const;

export const savedSiteSchema = z.object({
  site: siteJson,
  origin: z.enum(siteOrigins),
  /** True if the operator keeps the site in a file (SITE_FILE): it cannot be saved here. */
  read_only: z.boolean(),
  /** The files that `site` names. */
  files: z.array(siteFileEntrySchema),
  /** The version of the site, for the next save. */
  updated_at: z.string(),
});

export const siteInputSchema = fieldsOf({ site: siteJson, updated_at: version() });

/** The body of previewSite: a site that is not saved, and the path of the page to show with it. */
export const sitePreviewInputSchema = fieldsOf({
  site: siteJson,
  path: z.string(messages['field.notText']).regex(/^\/(?![/\\])/, messages['field.notText']),
});

export const sitePreviewSchema = z.object({ html: z.string() });

/** The keys of `brand` that name a file. */
export const brandFileKeys = ['logo', 'logo_dark', 'favicon', 'picture'] as const;

export type BrandFileKey = (typeof brandFileKeys)[number];

/** Limits of a file: most bytes, and the least and most pixels of each side. */
export interface BrandFileLimits {
  bytes: number;
  least: number;
  most: number;
}

const drawing: BrandFileLimits = { bytes: 256 * KIB, least: 16, most: 4096 };

export const brandFileLimits: Record<BrandFileKey, BrandFileLimits> = {
  logo: drawing,
  logo_dark: drawing,
  favicon: drawing,
  picture: { bytes: 4 * MIB, least: 320, most: 8000 },
};

/** Returns the names of the files that a site names, each once. The values may not be valid. */
export function fileNamesOf({ brand }: SiteJson) {
  const named = (brand ?? {}) as Record<string, unknown>;
  const names = brandFileKeys.map((key) => named[key]);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/** The body of addSiteFile: the purpose of the file, its type by the end of its name, and its bytes in base64. */
export const siteFileInputSchema = fieldsOf({
  key: z.enum(brandFileKeys),
  type: z.enum(['svg', 'png', 'jpeg', 'webp']),
  data: z.string(messages['field.notText']),
});

/** A version of the site in a list. */
export const listedSiteVersionSchema = z.object({
  number: ownIdSchema,
  at: z.string(),
  /** Name or email of the owner who saved the version; null for a version that a command imported. */
  who: z.string().nullable(),
  /** The fields that differ from the version before it, such as `pages.home.head.title`. */
  changed: z.array(z.string()),
});

export const siteVersionSchema = listedSiteVersionSchema.extend({ site: siteJson });

export type SavedSite = z.infer<typeof savedSiteSchema>;
export type SiteFileEntry = z.infer<typeof siteFileEntrySchema>;
export type SiteJson = z.infer<typeof siteJson>;
export type ListedSiteVersion = z.infer<typeof listedSiteVersionSchema>;
