import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limits, readableBytes } from '#shared/limits.ts';
import {
  type ArchiveKind,
  archiveKinds,
  archiveLimits,
  entityOfPath,
  isMediaFile,
  type Manifest,
  type MediaFile,
  manifestName,
  type RowFile,
  readManifest,
  rowsPath,
} from './manifest.ts';
import { ArchiveProblem } from './problem.ts';
import { type ArchiveRecords, keyOf, type MediaReference, mediaOf } from './records.ts';
import { readRows } from './rows.ts';
import type { ArchivedFile, ArchiveProgress } from './source-and-target.ts';

/** An archive of which every byte has been checked. */
export interface Archive {
  manifest: Manifest;
  records<Name extends ArchiveKind>(entity: Name): AsyncIterable<ArchiveRecords[Name]>;
  fileOf(reference: MediaReference): ArchivedFile | undefined;
}

interface ArchiveOptions {
  progress?: ArchiveProgress;
  /** UPLOAD_TEXT_MAX_BYTES: maximum number of bytes in one text. */
  textBytes?: number;
}

/** Maximum number of problems that are listed in one message. */
const namedAtMost = 50;

/**
 * Opens an archive from an untrusted source. Checks its file names, its hashes and every row, and never reads a file
 * outside the folder. Rejects with `ArchiveProblem`, which names each faulty file and line.
 */
export async function openArchive(
  folder: string,
  { progress = () => {}, textBytes = limits.richTextBytes }: ArchiveOptions = {},
): Promise<Archive> {
  const manifest = readManifest(await readText(folder));
  const problems: string[] = [];
  const folders = new Map<string, Promise<string | undefined>>();
  let done = 0;
  const entries = Object.entries(manifest.files);
  for (const [path, file] of entries) {
    const why = await problemOf(folder, path, file, folders);
    if (why) problems.push(`${path}: ${why}`);
    done += 1;
    progress('files', done, entries.length);
    stopAtMany(problems);
  }
  refuse(problems);
  for (const entity of archiveKinds) {
    if (Object.hasOwn(manifest.files, rowsPath(entity)))
      for await (const problem of wrongRows(folder, manifest, { entity, textBytes })) {
        problems.push(problem);
        stopAtMany(problems);
      }
    else if (await lstat(join(folder, rowsPath(entity))).catch(() => undefined))
      problems.push(`${rowsPath(entity)}: is not in the manifest`);
  }
  refuse(problems);
  return {
    manifest,
    async *records(entity) {
      if (!Object.hasOwn(manifest.files, rowsPath(entity))) return;
      for await (const row of readRows(join(folder, rowsPath(entity)), entity)) {
        if ('wrong' in row) throw new ArchiveProblem(`${rowsPath(entity)} changed while it was read.`);
        yield row.record;
      }
    },
    fileOf({ file }) {
      const entry = file !== null && Object.hasOwn(manifest.files, file) ? manifest.files[file] : undefined;
      if (!entry || !isMediaFile(entry) || file === null) return undefined;
      return { path: join(folder, file), ...entry };
    },
  };
}

function stopAtMany(problems: string[]): void {
  if (problems.length >= namedAtMost) refuse([...problems, 'and perhaps more']);
}

function refuse(problems: string[]): void {
  if (problems.length > 0) throw new ArchiveProblem(`The archive is refused:\n  ${problems.join('\n  ')}`);
}

async function readText(folder: string): Promise<string> {
  const opened = await openPlain(join(folder, manifestName));
  if (typeof opened === 'string')
    throw new ArchiveProblem(
      opened === missing
        ? `${folder} has no ${manifestName}: it is not an archive, or an incomplete one.`
        : `${manifestName}: ${opened}`,
    );
  try {
    if (opened.size > archiveLimits.manifestBytes) throw new ArchiveProblem(`${manifestName} is too long.`);
    return await opened.handle.readFile('utf8');
  } finally {
    await opened.handle.close();
  }
}

const missing = 'is missing';

/** Opens a regular file. For anything else, such as a symbolic link, returns why it cannot be read. */
async function openPlain(path: string): Promise<{ handle: FileHandle; size: number } | string> {
  let handle: FileHandle;
  try {
    const { isSymbolicLink, isFile } = await kindOf(path);
    if (isSymbolicLink) return 'is a symbolic link';
    if (!isFile) return 'is not a file';
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return missing;
    if (code === 'ELOOP') return 'is a symbolic link';
    throw error;
  }
  const found = await handle.stat();
  if (found.isFile()) return { handle, size: found.size };
  await handle.close();
  return 'is not a file';
}

async function kindOf(path: string): Promise<{ isSymbolicLink: boolean; isFile: boolean }> {
  const found = await lstat(path);
  return { isSymbolicLink: found.isSymbolicLink(), isFile: found.isFile() };
}

async function problemOf(
  folder: string,
  path: string,
  { bytes, sha256 }: RowFile | MediaFile,
  folders: Map<string, Promise<string | undefined>>,
): Promise<string | undefined> {
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const known = folders.get(above) ?? problemOfFolder(folder, above);
    folders.set(above, known);
    const why = await known;
    if (why) return why;
  }
  const opened = await openPlain(join(folder, path));
  if (typeof opened === 'string') return opened;
  try {
    if (opened.size !== bytes) return `has ${opened.size} bytes, and the manifest says ${bytes}`;
    const hash = createHash('sha256');
    for await (const chunk of opened.handle.createReadStream({ autoClose: false }))
      hash.update(chunk as Buffer);
    return hash.digest('hex') === sha256 ? undefined : 'does not have the hash that the manifest says';
  } finally {
    await opened.handle.close();
  }
}

async function problemOfFolder(folder: string, path: string): Promise<string | undefined> {
  const found = await lstat(join(folder, path)).catch(() => undefined);
  if (found?.isSymbolicLink()) return `is below ${path}, which is a symbolic link`;
  return found?.isDirectory() ? undefined : missing;
}

async function* wrongRows(
  folder: string,
  manifest: Manifest,
  { entity, textBytes }: { entity: ArchiveKind; textBytes: number },
): AsyncGenerator<string> {
  const path = rowsPath(entity);
  const seen = new Set<string>();
  let rows = 0;
  for await (const row of readRows(join(folder, path), entity)) {
    rows += 1;
    const wrong =
      'wrong' in row ? row.wrong : (longText(row.record, textBytes) ?? wrongRow(row.record, manifest, seen));
    if (wrong) yield `${path}, line ${row.line}: ${wrong}`;
  }
  if (rows !== manifest.counts[entity])
    yield `${path}: has ${rows} lines, and the manifest says ${manifest.counts[entity]}`;
}

/**
 * Returns a problem if the long text of a row has more than `most` bytes, which is the limit for texts in forms: the
 * text could never be saved again, and no page could show it. Returns undefined for any other row.
 */
function longText(record: ArchiveRecords[ArchiveKind], most: number): string | undefined {
  // Quick check that needs no count of bytes: a UTF-16 code unit has at most three bytes in UTF-8.
  if (!('description' in record) || record.description.length * 3 <= most) return undefined;
  const bytes = Buffer.byteLength(record.description);
  if (bytes <= most) return undefined;
  return `description: has ${readableBytes(bytes)}; at most ${readableBytes(most)} fits (UPLOAD_TEXT_MAX_BYTES)`;
}

function wrongRow(
  record: ArchiveRecords[ArchiveKind],
  manifest: Manifest,
  seen: Set<string>,
): string | undefined {
  const key = keyOf(record);
  if (seen.has(key)) return `id: ${JSON.stringify(key)} is already used in an earlier line`;
  seen.add(key);
  const strange = mediaOf(record).find(
    ({ file }) => file !== null && (!Object.hasOwn(manifest.files, file) || entityOfPath(file) !== undefined),
  );
  return strange && `file: ${strange.file} is not in the manifest`;
}
