import { z } from 'zod';
import { placeOfAddress } from '../../server/content-api/media/addresses.ts';
import { BackupProblem } from './problem.ts';

export const manifestName = 'manifest.json';
export const contentDatabase = 'content.sqlite';
export const sessionsDatabase = 'bff.sqlite';
/** Queue of visitors' forms for the API host, encrypted (server/bff/intake/README.md). */
export const intakeDatabase = 'intake.sqlite';
export const databases: readonly string[] = [contentDatabase, sessionsDatabase, intakeDatabase];
/** Dump of a site on PostgreSQL, in pg_dump's custom format; replaces the three databases. */
export const databaseDump = 'database.dump';
/** Data of the company; its pictures are in the same folder. */
export const siteFile = 'site.json';
/** Folders of DATA_DIR whose files belong to rows. */
export const fileFolders = ['media', 'private'] as const;

/** Enough for about 400,000 files. */
export const maxManifestBytes = 64 * 2 ** 20;

/** True for a path that a backup may contain; every other path is refused. */
export function isBackupPath(path: string): boolean {
  if (databases.includes(path) || path === databaseDump || path === siteFile || isSitePicture(path))
    return true;
  if (/^private\/cv\/[0-9a-f]{32}\.(pdf|doc|docx)$/.test(path)) return true;
  return path.startsWith('media/') && placeOfAddress(`/storage/${path.slice('media/'.length)}`) !== undefined;
}

/**
 * True for a name that site.json may give to a picture (`shared/schemas/site/brand.ts`). Such a name contains no
 * folder.
 */
export function isSitePicture(name: string): boolean {
  return name.length <= 100 && /^[A-Za-z0-9][A-Za-z0-9._-]*\.(svg|png|jpe?g|webp)$/i.test(name);
}

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Version of the product that wrote the backup. */
  app: z.string().max(100),
  createdAt: z.iso.datetime(),
  /** Migrations of its database, in order. */
  migrations: z.array(z.string().max(100)).max(10_000),
  /**
   * For a site on PostgreSQL: the server's version, the tables' schema, and the migrations of the site's own tables.
   */
  postgres: z
    .strictObject({
      version: z.string().max(100),
      schema: z.string().max(100),
      migrations: z.array(z.string().max(100)).max(10_000),
    })
    .optional(),
  files: z.array(
    z.strictObject({
      path: z.string().refine(isBackupPath),
      size: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** Contents of a backup. The manifest is the first file in it; the others follow in this order. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Parses a manifest. Throws `BackupProblem` for a text that is no manifest that this release reads. */
export function readManifest(text: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupProblem('This release does not understand the backup’s list of contents.', {
      cause,
    });
  }
  const paths = new Set(manifest.files.map((file) => file.path));
  // A site with an API host has no content of its own, and files that belong to rows are useless without the content.
  const needsContent = manifest.migrations.length > 0 || [...paths].some((path) => path.includes('/'));
  if (
    paths.size !== manifest.files.length ||
    paths.size === 0 ||
    (needsContent && !paths.has(contentDatabase) && !paths.has(databaseDump)) ||
    (manifest.postgres !== undefined) !== paths.has(databaseDump)
  ) {
    throw new BackupProblem('The backup lists a file twice, or has no database.');
  }
  return manifest;
}
