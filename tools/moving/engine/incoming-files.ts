import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileKind } from '#shared/limits.ts';
import { isStoredAddress, typeOfAddress } from '../../../server/content-api/media/addresses.ts';
import type { IncomingFile } from '../../../server/content-api/media/form.ts';
import { AppError } from '../../../server/errors.ts';
import { typeOfFile } from '../../../server/forms/file-types.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { ArchiveProblem } from '../../archive/problem.ts';
import { type ArchiveRecords, isReference, type MediaReference, namesOfKind } from '../../archive/records.ts';
import type { ArchivedFile, MediaContent, MediaRefusal } from '../../archive/source-and-target.ts';

/** Fetches files that an archive names but does not contain. */
export interface MediaFetcher {
  /** True if the file at this URL may be fetched. */
  takes(address: string): boolean;
  fetch(address: string): Promise<MediaContent | MediaRefusal>;
}

/** Files for some rows. They are copies in a folder, from which the media store moves them. */
export interface IncomingFiles {
  files: IncomingFile[];
  /** Returns the file for a reference; undefined if it could not be fetched. */
  fileOf(reference: MediaReference): IncomingFile | undefined;
  sizeOf(reference: MediaReference): number;
  /**
   * Paths that the files had at their source, if the source is a site of this product. The media store uses them
   * again.
   */
  wanted: Map<IncomingFile, string>;
  /** Reasons for which files could not be fetched, by the URL of the file. */
  missing: Map<string, string>;
  /** Faults of files that do not match their description in the archive, by the URL of the file. */
  wrong: Map<string, string>;
}

interface Wish {
  reference: MediaReference;
  kind: FileKind;
}

interface From {
  archived(reference: MediaReference): ArchivedFile | undefined;
  fetcher: MediaFetcher;
}

const videos = namesOfKind('video');
const captions = namesOfKind('captions');

/** Returns which kind of file a reference must have: a document for a CV, a video, its captions, or an image. */
export function kindOf(record: ArchiveRecords[ArchiveKind], { address }: MediaReference): FileKind {
  if ('submissions' in record) return 'document';
  const [name = ''] =
    Object.entries(record).find(([, value]) => isReference(value) && value.address === address) ?? [];
  if (captions.has(name)) return 'captions';
  return videos.has(name) ? 'video' : 'image';
}

/** Maximum number of files that are fetched at the same time. */
const filesAtOnce = 8;

/** Creates a folder below `tempDir` for files that the media store moves away. Deletes the folder after `use`. */
export async function withFolder<Result>(
  tempDir: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(tempDir, 'moving-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies the files of these references into a folder, each file once. Rejects with `ArchiveProblem` if a file of the
 * archive has changed since the archive was checked.
 */
export async function bringFiles(
  wishes: readonly Wish[],
  folder: string,
  { archived: archivedOf, fetcher }: From,
): Promise<IncomingFiles> {
  const byAddress = new Map<string, { file: IncomingFile; size: number }>();
  const incoming: IncomingFiles = {
    files: [],
    fileOf: ({ address }) => byAddress.get(address)?.file,
    sizeOf: ({ address }) => byAddress.get(address)?.size ?? 0,
    wanted: new Map(),
    missing: new Map(),
    wrong: new Map(),
  };
  const left = [...new Map(wishes.map((wish) => [wish.reference.address, wish])).values()];
  const bring = async ({ reference, kind }: Wish) => {
    const path = join(folder, randomUUID());
    const archived = archivedOf(reference);
    const type = archived
      ? await copyArchived(archived, path, kind)
      : await fetched(reference.address, path, { kind, fetcher });
    if (typeof type !== 'string') {
      if (type) (archived ? incoming.wrong : incoming.missing).set(reference.address, type.refused);
      return;
    }
    const name = reference.name ?? nameIn(reference.address);
    const file = { path, type, ...(name && { name }) };
    byAddress.set(reference.address, { file, size: (await stat(path)).size });
    incoming.files.push(file);
    if (isStoredAddress(reference.address) && typeOfAddress(reference.address) === type)
      incoming.wanted.set(file, reference.address);
  };
  const worker = async () => {
    for (let wish = left.pop(); wish; wish = left.pop()) await bring(wish);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, worker));
  return incoming;
}

/** Returns the file name at the end of a URL, which usually is the name that a person gave to the file. */
function nameIn(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Writes a file and flushes it to disk, because after a power failure no row may name a file that was lost. Returns
 * the hash of the written bytes.
 */
async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}

async function copyArchived(
  file: ArchivedFile,
  path: string,
  kind: FileKind,
): Promise<string | MediaRefusal> {
  if ((await write(path, createReadStream(file.path))) !== file.sha256)
    throw new ArchiveProblem(`${file.path} changed while it was read.`);
  const type = await typeOf(path, kind);
  if (type !== file.type)
    return { refused: `is declared as ${file.type}, but ${type ? `is ${type}` : `is not a ${kind}`}` };
  return type;
}

/**
 * Fetches a file and returns its type, or the reason for which it is refused. Returns undefined if the URL may not be
 * fetched; `MissingFiles` reports that case.
 */
async function fetched(
  address: string,
  path: string,
  { kind, fetcher }: { kind: FileKind; fetcher: MediaFetcher },
): Promise<string | MediaRefusal | undefined> {
  if (!fetcher.takes(address)) return undefined;
  const content = await fetcher.fetch(address);
  if ('refused' in content) return content;
  await write(path, content.bytes);
  return (await typeOf(path, kind)) ?? { refused: `is not a ${kind} of an accepted type` };
}

async function typeOf(path: string, kind: FileKind): Promise<string | undefined> {
  try {
    return await typeOfFile(path, kind, '');
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
