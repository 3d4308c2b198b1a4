import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { readableBytes } from '#shared/limits.ts';
import {
  archiveLimits,
  type Manifest,
  type MediaFile,
  manifestName,
  mediaEndings,
  mediaPath,
  mediaPathForm,
} from './manifest.ts';
import { ArchiveProblem } from './problem.ts';
import type { MediaReference } from './records.ts';
import type { ArchiveSource, MediaContent, MediaRefusal } from './source-and-target.ts';

/** Journal in the folder of an archive that is being written. It has one line for each file that is complete. */
export const journalName = 'unfinished.jsonl';
const incoming = 'incoming';

/**
 * Creates the folder of a new archive, or opens the folder of an interrupted one. Rejects if the folder has any other
 * content, and does not touch that content.
 */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.includes(manifestName))
    throw new ArchiveProblem(`${folder} already has a complete archive: name another folder, or delete it.`);
  if (names.length > 0 && !names.includes(journalName))
    throw new ArchiveProblem(`${folder} is not empty: name a new folder.`);
  await appendFile(join(folder, journalName), '', { mode: 0o600 });
  await rm(join(folder, incoming), { recursive: true, force: true });
  await mkdir(join(folder, incoming), { mode: 0o700 });
}

type Place = { file: string } | MediaRefusal;

export interface MediaFolder {
  /**
   * Returns the path that the file of a reference has in the archive. Fetches the file from the source when it is
   * first requested.
   */
  place(reference: MediaReference): Promise<Place>;
  readonly files: ReadonlyMap<string, MediaFile>;
  /** Number of files that an earlier, interrupted run has fetched, and that are used again. */
  readonly kept: number;
  close(): Promise<void>;
}

const journalLine = z.strictObject({
  address: z.string(),
  file: z.string().regex(mediaPathForm),
  bytes: z.int().min(1),
  type: z.string(),
});

/**
 * Stores the files of an archive that is being written. A file is named by the hash of its bytes, so equal files are
 * stored once.
 */
export async function createMediaFolder(folder: string, source: ArchiveSource): Promise<MediaFolder> {
  const journal = await open(join(folder, journalName), 'a', 0o600);
  const places = new Map<string, Promise<Place>>();
  const files = new Map<string, MediaFile>();
  let number = 0;
  let kept = 0;
  const known = await readJournal(folder);

  async function bring(reference: MediaReference): Promise<Place> {
    const { address } = reference;
    const there = known.get(address);
    if (there) {
      files.set(there.file, fileOf(there));
      kept += 1;
      return { file: there.file };
    }
    const content = await source.media(reference);
    if ('refused' in content) return content;
    if (!mediaEndings[content.type]) return { refused: `files of type ${content.type} are not archived` };
    number += 1;
    const stored = await store(folder, join(folder, incoming, String(number)), content);
    if ('refused' in stored) return stored;
    files.set(stored.file, fileOf(stored));
    await journal.write(`${JSON.stringify({ address, ...stored })}\n`);
    return { file: stored.file };
  }

  return {
    place(reference) {
      let place = places.get(reference.address);
      if (!place) {
        place = bring(reference);
        places.set(reference.address, place);
      }
      return place;
    },
    files,
    get kept() {
      return kept;
    },
    close: () => journal.close(),
  };
}

type Stored = Omit<z.infer<typeof journalLine>, 'address'>;

function fileOf({ file, bytes, type }: Stored): MediaFile {
  return { sha256: mediaPathForm.exec(file)?.[2] ?? '', bytes, type };
}

/**
 * Stores the bytes of a file at a path that contains their hash. The file is not flushed to disk, since that would
 * take most of the time; a resumed run checks the hash of every file instead.
 */
async function store(
  folder: string,
  path: string,
  { type, bytes }: MediaContent,
): Promise<Stored | MediaRefusal> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    await pipeline(
      bytes,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > archiveLimits.mediaBytes) throw new TooLarge();
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
  } catch (error) {
    await rm(path, { force: true });
    if (!(error instanceof TooLarge)) throw error;
    return { refused: `is larger than ${readableBytes(archiveLimits.mediaBytes)}` };
  }
  if (size === 0) {
    await rm(path);
    return { refused: 'is empty' };
  }
  const file = mediaPath(hash.digest('hex'), type);
  await mkdir(dirname(join(folder, file)), { recursive: true, mode: 0o700 });
  await rename(path, join(folder, file));
  return { file, bytes: size, type };
}

class TooLarge extends Error {}

async function isWhole(path: string, { file, bytes }: Stored): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex') === mediaPathForm.exec(file)?.[2];
}

/** Returns the complete files that the journal lists, by their URLs. Ignores a truncated line. */
async function readJournal(folder: string): Promise<Map<string, Stored>> {
  const known = new Map<string, Stored>();
  const text = await readFile(join(folder, journalName), 'utf8');
  for (const line of linesOfJournal(text)) {
    const said = journalLine.safeParse(line);
    if (!said.success) continue;
    const { address, ...stored } = said.data;
    if (await isWhole(join(folder, stored.file), stored)) known.set(address, stored);
  }
  // If the last line is truncated, a line end is appended, so that the next line does not continue it.
  if (text !== '' && !text.endsWith('\n')) await appendFile(join(folder, journalName), '\n');
  return known;
}

/** Yields the parsed lines of a journal. Skips a truncated line. */
function* linesOfJournal(text: string): Generator<unknown> {
  for (const line of text.split('\n')) {
    try {
      yield JSON.parse(line);
    } catch {}
  }
}

/** Deletes files that an interrupted run has stored and to which no row refers any more. */
export async function removeStrays(folder: string, files: Manifest['files']): Promise<void> {
  await rm(join(folder, incoming), { recursive: true, force: true });
  for (const name of await readdir(join(folder, 'media'), { recursive: true }).catch(() => [])) {
    const path = `media/${name}`;
    if (mediaPathForm.test(path) && !Object.hasOwn(files, path)) await rm(join(folder, path));
  }
  for (const name of await readdir(folder))
    if (name.endsWith('.jsonl') && name !== journalName && !Object.hasOwn(files, name))
      await rm(join(folder, name));
}
