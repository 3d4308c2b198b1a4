import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readableBytes } from '#shared/limits.ts';
import { isStoredAddress } from '../../server/content-api/media/storage.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { documentEndings, mediaEndings } from '../../server/forms/file-types.ts';
import {
  addressOfPath,
  archiveLimits,
  type ListedFile,
  type Manifest,
  manifestName,
  measure,
  newManifest,
  openRows,
  pathOfFetched,
  pathOfStored,
  rowsPath,
} from './format.ts';
import { addressesOf, isWanted } from './nouns.ts';
import { ArchiveProblem } from './problem.ts';
import type { ContentSource, FileContent, FileRefusal } from './source.ts';

/** Journal in a folder that is being written: a line for each file that is complete. */
const journalName = 'unfinished.jsonl';
/** Maximum number of files that are fetched at the same time. */
const filesAtOnce = 4;

interface WriteOptions {
  only?: readonly string[];
  progress?: (table: string, done: number) => void;
  now?: Date;
}

export interface WrittenFolder {
  manifest: Manifest;
  /** Files that the archive does not contain, one sentence for each. */
  leftOut: string[];
  /** Number of files that an earlier, interrupted run has fetched, and that are used again. */
  kept: number;
}

/**
 * Writes content into a folder that is new, empty, or left by an interrupted run, whose complete files are not fetched
 * again. The manifest is written last, so a folder without one is no archive. Rejects with `ArchiveProblem`.
 */
export async function writeFolder(
  source: ContentSource,
  folder: string,
  { only, progress, now }: WriteOptions = {},
) {
  const known = await openFolder(folder);
  const files = new Map<string, ListedFile>();
  const tables: Manifest['tables'] = {};
  const handles = new Map<string, Awaited<ReturnType<typeof openRows>>>();
  const leftOut: string[] = [];
  const seen = new Set<string>();
  const busy = new Set<Promise<void>>();
  let [kept, number, failure] = [0, 0, undefined as unknown];

  async function bring(address: string, name: string) {
    let found = known.get(address);
    if (found) kept += 1;
    else {
      const content = await source.file(address);
      number += 1;
      const stored = 'refused' in content ? content : await store(folder, number, address, content);
      if ('refused' in stored) {
        if (!stored.later) leftOut.push(`${name}: ${address}: ${stored.refused}`);
        return;
      }
      found = stored;
      await appendFile(join(folder, journalName), `${JSON.stringify({ address, ...found })}\n`);
    }
    const { addresses = [], ...file } = files.get(found.path) ?? found;
    files.set(
      found.path,
      addressOfPath(file.path) ? file : { ...file, addresses: [...addresses, address].sort() },
    );
  }

  try {
    for await (const { table, row } of source.rows()) {
      if (!isWanted(table, only)) continue;
      tables[table] ??= { rows: 0 };
      const file = handles.get(table) ?? (await openRows(folder, table));
      handles.set(table, file);
      await file.add(row);
      tables[table].rows += 1;
      progress?.(table, tables[table].rows);
      for (const { address } of addressesOf(table, row)) {
        if (seen.has(address)) continue;
        seen.add(address);
        if (busy.size >= filesAtOnce) await Promise.race(busy);
        const work: Promise<void> = bring(address, `${table} ${row.id ?? row.applicant_id}`)
          .catch((error) => {
            failure ??= error;
          })
          .finally(() => busy.delete(work));
        busy.add(work);
      }
      if (failure) break;
    }
  } finally {
    await Promise.all(busy);
    for (const file of handles.values()) await file.close();
  }
  if (failure) throw failure;
  const listed: ListedFile[] = [];
  for (const table of Object.keys(tables))
    listed.push({ path: rowsPath(table), ...(await measure(join(folder, rowsPath(table)))) });
  const about = { kind: 'content', made_by: source.madeBy, source: source.address, tables } as const;
  const fetched = [...files.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const all = [...listed, ...fetched];
  const manifest = newManifest({ ...about, migrations: Object.keys(migrations), files: all }, now);
  await writeManifest(folder, manifest);
  return { manifest, leftOut, kept };
}

/**
 * Creates the folder of a new archive, or opens the one of an interrupted run. Returns the files that are complete, by
 * address. Rejects if the folder has any other content, and does not touch that content.
 */
async function openFolder(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.includes(manifestName))
    throw new ArchiveProblem(`${folder} already has a complete archive: name another folder, or delete it.`);
  if (names.length > 0 && !names.includes(journalName))
    throw new ArchiveProblem(`${folder} is not empty: name a new folder.`);
  await rm(join(folder, 'rows'), { recursive: true, force: true });
  await mkdir(join(folder, 'rows'), { mode: 0o700 });
  // A line end, so that the next line does not continue one that was cut off.
  await appendFile(join(folder, journalName), '\n', { mode: 0o600 });
  const known = new Map<string, ListedFile>();
  for (const line of (await readFile(join(folder, journalName), 'utf8')).split('\n')) {
    try {
      const { address, ...file } = JSON.parse(line) as ListedFile & { address: string };
      const { bytes, sha256 } = await measure(join(folder, file.path));
      if (bytes === file.bytes && sha256 === file.sha256) known.set(address, file);
    } catch {}
  }
  return known;
}

/** Stores a file: one of this product under its own path, any other under the hash of its bytes. */
async function store(
  folder: string,
  number: number,
  address: string,
  { type, bytes }: FileContent,
): Promise<ListedFile | FileRefusal> {
  const ending = mediaEndings[type] ?? documentEndings[type];
  if (!ending) return { refused: `files of type ${type} are not archived` };
  const part = join(folder, `incoming-${number}`);
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        hash.update(chunk);
        if (size <= archiveLimits.fileBytes) yield chunk;
      }
    },
    createWriteStream(part, { mode: 0o600 }),
  );
  if (size === 0 || size > archiveLimits.fileBytes) {
    await rm(part);
    return { refused: size === 0 ? 'is empty' : `is larger than ${readableBytes(archiveLimits.fileBytes)}` };
  }
  const sha256 = hash.digest('hex');
  const path = isStoredAddress(address) ? pathOfStored(address) : pathOfFetched(sha256, ending);
  await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
  await rename(part, join(folder, path));
  return { path, bytes: size, sha256 };
}

/** Writes the manifest atomically, then removes the journal and what an interrupted run has left. */
async function writeManifest(folder: string, manifest: Manifest) {
  const listed = new Set(manifest.files.map(({ path }) => path));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isFile() && path !== journalName && !listed.has(path)) await rm(join(folder, path));
  }
  const path = join(folder, manifestName);
  const handle = await open(`${path}.part`, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
  await handle.sync().finally(() => handle.close());
  await rename(`${path}.part`, path);
  await rm(join(folder, journalName));
}
