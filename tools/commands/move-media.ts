import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStorage } from '../../server/content-api/media/storage/file-storage.ts';

/** Result of a move of media. */
export interface Moved {
  files: number;
  /** Total size of all files in bytes. */
  bytes: number;
  copied: number;
  /** Number of files that the target had already. */
  there: number;
  /** One line for each file that is missing in the target, or that has other content there. */
  problems: string[];
}

interface MoveOptions {
  /** True to compare only names and sizes, and to copy nothing. */
  dryRun?: boolean;
  onFile?(progress: { done: number; of: number; bytes: number }): void;
}

const filesAtOnce = 4;

/**
 * Copies every file that `to` does not have, and compares the SHA-256 of the original with that of the copy read back
 * from `to`. Nothing in `from` is changed. Each copy is first written into `tempDir`, which must be on the disk of
 * the target folder so that the copy can be renamed. One failing file does not stop the others; ten failures in a row
 * stop the move.
 */
export async function moveFiles(
  from: FileStorage,
  to: FileStorage,
  tempDir: string,
  { dryRun = false, onFile }: MoveOptions = {},
) {
  const addresses: string[] = [];
  for await (const address of from.list()) addresses.push(address);
  const moved: Moved = { files: addresses.length, bytes: 0, copied: 0, there: 0, problems: [] };
  const rest = addresses.toReversed();
  let done = 0;
  let failedInARow = 0;

  async function moveOne(address: string) {
    const [source, target] = [await from.stat(address), await to.stat(address)];
    if (!source) throw new Error('no longer exists');
    moved.bytes += source.size;
    const isThere = source.size === target?.size;
    if (dryRun) moved[isThere ? 'there' : 'copied'] += 1;
    else if (isThere && (await hashOf(from, address)) === (await hashOf(to, address))) moved.there += 1;
    else {
      const path = join(tempDir, address.split('/').at(-1) ?? '');
      const hash = await writeTo(path, from, address);
      try {
        await to.put(new Map([[address, path]]));
      } finally {
        await rm(path, { force: true });
      }
      if ((await hashOf(to, address)) !== hash) throw new Error('differs when read back');
      moved.copied += 1;
    }
  }

  async function work() {
    for (let address = rest.pop(); address !== undefined; address = rest.pop()) {
      try {
        await moveOne(address);
        failedInARow = 0;
      } catch (error) {
        const { message, cause } = error as Error;
        moved.problems.push(`${address}: ${cause instanceof Error ? cause.message : message}`);
        failedInARow += 1;
        if (failedInARow >= 10) {
          moved.problems.push(...rest.splice(0).map((each) => `${each}: no longer tried`));
        }
      }
      done += 1;
      onFile?.({ done, of: addresses.length, bytes: moved.bytes });
    }
  }

  await Promise.all(Array.from({ length: filesAtOnce }, work));
  return moved;
}

async function bytesOf(storage: FileStorage, address: string) {
  const body = await storage.open(address);
  if (!body) throw new Error('no longer exists');
  return body;
}

async function hashOf(storage: FileStorage, address: string) {
  const hash = createHash('sha256');
  for await (const chunk of await bytesOf(storage, address)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Writes a file and flushes it to disk here, since a target in DATA_DIR only renames the file to its final place.
 * Returns the hash of the bytes that were read.
 */
async function writeTo(path: string, storage: FileStorage, address: string) {
  const hash = createHash('sha256');
  await pipeline(
    await bytesOf(storage, address),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}
