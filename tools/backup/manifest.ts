import { z } from 'zod';
import { placeOfAddress } from '../../server/content-api/media/addresses.ts';
import { BackupProblem } from './problem.ts';

export const manifestName = 'manifest.json';
export const contentDatabase = 'content.sqlite';
export const sessionsDatabase = 'bff.sqlite';
/** Database with the queue of visitors' forms for the API host, which are encrypted (server/bff/intake/README.md). */
export const intakeDatabase = 'intake.sqlite';
export const databases: readonly string[] = [contentDatabase, sessionsDatabase, intakeDatabase];
/**
 * Dump of a site on PostgreSQL, in pg_dump's custom format. A backup of such a site contains the dump in place of the
 * three `databases`.
 */
export const databaseDump = 'database.dump';
/** Data of the company. The pictures that it names are in the same folder. */
export const siteFile = 'site.json';
/** Folders of DATA_DIR whose files are named by rows of the database. */
export const fileFolders = ['media', 'private'] as const;

/** Maximum size of a manifest in bytes: enough for about 400,000 files. */
export const maxManifestBytes = 64 * 2 ** 20;

/** True if a backup may contain this path. Any other path in a backup is refused. */
export function isBackupPath(path: string): boolean {
  if (databases.includes(path) || path === databaseDump || path === siteFile || isSitePicture(path))
    return true;
  if (/^private\/cv\/[0-9a-f]{32}\.(pdf|doc|docx)$/.test(path)) return true;
  return path.startsWith('media/') && placeOfAddress(`/storage/${path.slice('media/'.length)}`) !== undefined;
}

/**
 * True if site.json may name a picture like this (`shared/schemas/site/brand.ts`). Such a name contains no folder.
 */
export function isSitePicture(name: string): boolean {
  return name.length <= 100 && /^[A-Za-z0-9][A-Za-z0-9._-]*\.(svg|png|jpe?g|webp)$/i.test(name);
}

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Version of the product that wrote the backup. */
  app: z.string().max(100),
  createdAt: z.iso.datetime(),
  /** Names of the migrations that the database had, in order. */
  migrations: z.array(z.string().max(100)).max(10_000),
  /**
   * Only for a site on PostgreSQL: version of the database server, name of the schema that contains the tables, and
   * names of the migrations of the tables that the engine does not own (`site_migration`).
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

/**
 * List of contents of a backup. The manifest is the first file in a backup; the files that it lists follow in the
 * same order.
 */
export type Manifest = z.infer<typeof manifestSchema>;

/** Parses a manifest. Throws `BackupProblem` for a text that this release cannot read as a manifest. */
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
  // A backup with migrations, media or CVs must contain a content database. Only a site with an API host may have a
  // backup without one.
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
