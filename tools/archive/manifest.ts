import { z } from 'zod';
import { MIB } from '#shared/limits.ts';
import { ArchiveProblem } from './problem.ts';

/**
 * The manifest describes an archive and its files (docs/archive.md). It is written last, so an archive without a
 * manifest is not complete.
 */
export const manifestName = 'manifest.json';
export const archiveFormat = 'studio-archive';
export const archiveVersion = 1;

/** Entities of an archive in the order of their import: records come after the records to which they refer. */
export const archiveKinds = [
  'categories',
  'projects',
  'posts',
  'jobs',
  'applicants',
  'team',
  'messages',
  'redirects',
] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

export const archiveLimits = {
  manifestBytes: 64 * MIB,
  files: 400_000,
  /** Maximum number of rows, and of bytes, in one file of rows. */
  rows: 1_000_000,
  rowFileBytes: 64 * 1024 * MIB,
  /** Maximum number of bytes in a line: enough for a rich text of 25 MiB whose quotes are escaped for JSON. */
  lineBytes: 64 * MIB,
  mediaBytes: 2 * 1024 * MIB,
} as const;

/** Content types of media with their file extensions. Archives contain no other types. */
export const mediaEndings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'text/vtt': 'vtt',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

const endings = Object.values(mediaEndings).join('|');
export const mediaPathForm = new RegExp(`^media/([0-9a-f]{2})/(\\1[0-9a-f]{62})\\.(${endings})$`);

/**
 * Returns the path of a file in an archive, made from the SHA-256 of its bytes. Throws for a content type that
 * archives do not contain.
 */
export function mediaPath(sha256: string, type: string): string {
  const ending = mediaEndings[type];
  if (!ending) throw new Error(`mediaPath: files of type ${type} are not archived`);
  return `media/${sha256.slice(0, 2)}/${sha256}.${ending}`;
}

export function rowsPath(entity: ArchiveKind): string {
  return `${entity}.jsonl`;
}

/** Returns the entity whose rows the file at a path of an archive contains; undefined for other files. */
export function entityOfPath(path: string): ArchiveKind | undefined {
  return archiveKinds.find((entity) => rowsPath(entity) === path);
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const rowFileSchema = z.strictObject({
  sha256,
  bytes: z.int().min(0).max(archiveLimits.rowFileBytes),
  rows: z.int().min(0).max(archiveLimits.rows),
});
const mediaFileSchema = z.strictObject({
  sha256,
  bytes: z.int().min(1).max(archiveLimits.mediaBytes),
  type: z.enum(Object.keys(mediaEndings)),
});

export const manifestSchema = z.strictObject({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  made_at: z.iso.datetime(),
  /** Name and version of the product that wrote the archive. */
  made_by: z.string().min(1).max(200),
  /** URL of the site from which the content comes; null if it has none. */
  source: z.string().max(2048).nullable(),
  /** Number of rows of each entity. */
  counts: z.partialRecord(z.enum(archiveKinds), z.int().min(0)),
  files: z.record(z.string(), z.union([rowFileSchema, mediaFileSchema])),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type RowFile = z.infer<typeof rowFileSchema>;
export type MediaFile = z.infer<typeof mediaFileSchema>;

export function isMediaFile(file: RowFile | MediaFile): file is MediaFile {
  return 'type' in file;
}

/** Parses the text of a manifest. Throws `ArchiveProblem`, which describes the fault. */
export function readManifest(text: string): Manifest {
  const said = parsed(text);
  if (said.format !== archiveFormat)
    throw new ArchiveProblem(
      `${manifestName}: its format is not "${archiveFormat}": this is not an archive.`,
    );
  if (said.version !== archiveVersion)
    throw new ArchiveProblem(
      `${manifestName}: the archive has version ${JSON.stringify(said.version)} of the format; this release reads version ${archiveVersion} only.`,
    );
  const result = manifestSchema.safeParse(said);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ArchiveProblem(`${manifestName}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  checkFiles(result.data);
  return result.data;
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ArchiveProblem(`${manifestName} is not JSON.`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ArchiveProblem(`${manifestName} is not a JSON object.`);
  return value as Record<string, unknown>;
}

/**
 * Checks that an archive may contain files of these names, and that each name agrees with the description of its
 * file.
 */
function checkFiles({ files, counts }: Manifest): void {
  const names = Object.keys(files);
  if (names.length > archiveLimits.files)
    throw new ArchiveProblem(`${manifestName} names ${names.length} files: at most ${archiveLimits.files}.`);
  for (const [path, file] of Object.entries(files)) {
    const quoted = JSON.stringify(path);
    const why = refusedPath(path);
    if (why) throw new ArchiveProblem(`${manifestName} names ${quoted}, which is refused: ${why}.`);
    const media = mediaPathForm.exec(path);
    if ((media !== null) !== isMediaFile(file))
      throw new ArchiveProblem(`${manifestName}: the type of ${quoted} does not match its name.`);
    if (media && isMediaFile(file) && (media[2] !== file.sha256 || media[3] !== mediaEndings[file.type]))
      throw new ArchiveProblem(`${manifestName}: the name of ${quoted} does not match its hash and type.`);
    const entity = entityOfPath(path);
    if (entity && !isMediaFile(file) && counts[entity] !== file.rows)
      throw new ArchiveProblem(`${manifestName}: counts and files disagree on ${entity}.`);
  }
  for (const entity of archiveKinds)
    if (counts[entity] !== undefined && !Object.hasOwn(files, rowsPath(entity)))
      throw new ArchiveProblem(`${manifestName} counts ${entity}, but has no ${rowsPath(entity)}.`);
}

/** Returns the reason for which an archive must not contain a file of this name; undefined if it may. */
function refusedPath(path: string): string | undefined {
  if (path.includes('\0')) return 'it contains a NUL';
  if (/^[/\\]|^[A-Za-z]:/.test(path)) return 'it is an absolute path';
  if (path.split(/[/\\]/).includes('..')) return 'it is outside the folder';
  if (entityOfPath(path) || mediaPathForm.test(path)) return undefined;
  return 'an archive has no file of this name';
}
