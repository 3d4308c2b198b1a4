import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MIB } from '#shared/limits.ts';
import { createMediaFolder, journalName, openFolder, removeStrays } from './folder.ts';
import {
  type ArchiveKind,
  archiveFormat,
  archiveKinds,
  archiveLimits,
  archiveVersion,
  type Manifest,
  manifestName,
  type RowFile,
  rowsPath,
} from './manifest.ts';
import { ArchiveProblem } from './problem.ts';
import { type ArchiveRecords, keyOf, mediaOf, recordSchemas, textLength, withMedia } from './records.ts';
import { wordsOf } from './rows.ts';
import type { ArchiveProgress, ArchiveSource } from './source-and-target.ts';

export interface WriteOptions {
  /** Only these entities are written; by default all. */
  only?: readonly ArchiveKind[] | undefined;
  progress?: ArchiveProgress;
  now?: Date;
}

export interface WrittenArchive {
  manifest: Manifest;
  /** Rows and files that the archive does not contain, one sentence for each. */
  leftOut: string[];
  /** Number of files that an earlier, interrupted run has fetched, and that were used again. */
  kept: number;
}

/** Maximum number of files of one row that are fetched at the same time. */
const filesAtOnce = 4;
/**
 * While a row is written, the files of later rows are already being fetched: for this number of rows at most, and
 * until their texts together have this number of characters.
 */
const rowsAhead = 8;
const textAhead = 4 * MIB;

/**
 * Writes the content of a source into a folder. The folder is new, empty, or left by an interrupted run, whose
 * complete files are not fetched again. The manifest is written last, so a folder without a manifest is no archive.
 * Rejects with `ArchiveProblem`.
 */
export async function writeArchive(
  source: ArchiveSource,
  folder: string,
  { only = archiveKinds, progress = () => {}, now = new Date() }: WriteOptions = {},
): Promise<WrittenArchive> {
  await openFolder(folder);
  const leftOut: string[] = [];
  const media = await createMediaFolder(folder, source);
  const files: Manifest['files'] = {};
  const counts: Manifest['counts'] = {};
  try {
    for (const entity of archiveKinds) {
      if (!only.includes(entity) || !source.entities.includes(entity)) continue;
      const written = await writeRows(source, entity, { folder, media, leftOut, progress });
      files[rowsPath(entity)] = written;
      counts[entity] = written.rows;
    }
  } finally {
    await media.close();
  }
  for (const [path, file] of media.files) files[path] = file;
  if (Object.keys(files).length > archiveLimits.files)
    throw new ArchiveProblem(`An archive has at most ${archiveLimits.files} files.`);
  const manifest: Manifest = {
    format: archiveFormat,
    version: archiveVersion,
    made_at: now.toISOString(),
    made_by: source.madeBy,
    source: source.address,
    counts,
    files,
  };
  await removeStrays(folder, files);
  await writeManifest(folder, manifest);
  return { manifest, leftOut, kept: media.kept };
}

interface Writing {
  folder: string;
  media: Awaited<ReturnType<typeof createMediaFolder>>;
  leftOut: string[];
  progress: ArchiveProgress;
}

async function writeRows<Name extends ArchiveKind>(
  source: ArchiveSource,
  entity: Name,
  { folder, media, leftOut, progress }: Writing,
): Promise<RowFile> {
  const of = await source.count?.(entity);
  const hash = createHash('sha256');
  const handle = await open(join(folder, rowsPath(entity)), 'w', 0o600);
  const written = { rows: 0, bytes: 0 };
  const seen = new Set<string>();
  try {
    for await (const { name, placed } of aFewAhead(source.records(entity), entity, media)) {
      const { row, missing } = await placed;
      leftOut.push(...missing);
      const line = lineOf(entity, row);
      if (seen.has(name)) leftOut.push(`${name}: comes twice; the second is left out`);
      else if ('why' in line) leftOut.push(`${name}: ${line.why}; it is left out`);
      else {
        await add(handle, hash, line.bytes);
        written.rows += 1;
        written.bytes += line.bytes.length;
      }
      seen.add(name);
      progress(entity, seen.size, of);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), ...written };
}

interface Ahead<Row> {
  record: Row;
  name: string;
  placed: ReturnType<typeof withFiles<Row & ArchiveRecords[ArchiveKind]>>;
}

/** Yields the rows in order. While a row is written, the files of the next rows are already being fetched. */
async function* aFewAhead<Row extends ArchiveRecords[ArchiveKind]>(
  records: AsyncIterable<Row>,
  entity: ArchiveKind,
  media: Writing['media'],
): AsyncGenerator<Ahead<Row>> {
  const waiting: Ahead<Row>[] = [];
  let length = 0;
  for await (const record of records) {
    const name = `${entity} ${keyOf(record)}`;
    const placed = withFiles(record, name, media);
    // A rejection is handled when the row is consumed. Without this line, Node would report it as unhandled before
    // that.
    placed.catch(() => {});
    waiting.push({ record, name, placed });
    length += textLength(record);
    while (waiting.length > rowsAhead || (length > textAhead && waiting.length > 1)) {
      const first = waiting.shift() as Ahead<Row>;
      length -= textLength(first.record);
      yield first;
    }
  }
  yield* waiting;
}

async function add(handle: FileHandle, hash: Hash, bytes: Buffer): Promise<void> {
  hash.update(bytes);
  await handle.writeFile(bytes);
}

/** Returns the row with the paths of its files, and reports the files that could not be fetched. */
async function withFiles<Row extends ArchiveRecords[ArchiveKind]>(
  record: Row,
  name: string,
  media: Writing['media'],
): Promise<{ row: Row; missing: string[] }> {
  const references = mediaOf(record);
  const places = new Map<string, string | null>();
  const missing: string[] = [];
  for (let at = 0; at < references.length; at += filesAtOnce)
    await Promise.all(
      references.slice(at, at + filesAtOnce).map(async (reference) => {
        const found = await media.place(reference);
        if ('refused' in found && !found.later)
          missing.push(`${name}: ${reference.address}: ${found.refused}`);
        places.set(reference.address, 'refused' in found ? null : found.file);
      }),
    );
  const row = withMedia(record, (reference) => ({
    ...reference,
    file: places.get(reference.address) ?? null,
  }));
  return { row, missing };
}

function lineOf(
  entity: ArchiveKind,
  record: ArchiveRecords[ArchiveKind],
): { bytes: Buffer } | { why: string } {
  const result = recordSchemas[entity].safeParse(record);
  if (!result.success) return { why: wordsOf(result.error) };
  const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
  return bytes.length > archiveLimits.lineBytes ? { why: 'is too long for a line' } : { bytes };
}

/** Writes the manifest atomically, then removes the journal. */
async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, manifestName);
  const handle = await open(`${path}.part`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.part`, path);
  await rm(join(folder, journalName), { force: true });
}
