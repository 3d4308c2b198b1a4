import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import { type FileStorage, isStoredAddress, pathOfAddress } from './file-storage.ts';
import type { StoreKeys } from './s3-storage.ts';

/** The configuration of the file storage, and its keys. */
export type StorageConfig = Pick<
  Config,
  'DATA_DIR' | 'MEDIA_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
>;

/**
 * Opens the storage of media and CVs: the bucket of MEDIA_URL, or folders of DATA_DIR. Rejects with StartError, which
 * names the variable, when a bucket cannot be used; for a bucket that does not answer it retries for half a minute.
 */
export async function openStorage(config: StorageConfig, log: Logger): Promise<FileStorage> {
  return config.MEDIA_URL ? openBucketOf(config, log) : openFolders(config.DATA_DIR);
}

/** Opens the bucket of MEDIA_URL, which must be set. */
export async function openBucketOf(config: StorageConfig, log: Logger): Promise<FileStorage> {
  const { MEDIA_URL: place } = config;
  if (!place) throw new Error('openBucketOf: MEDIA_URL is not set');
  // The S3 library is large, so a start without a bucket does not load it.
  const { openBucket } = await import('./s3-storage.ts');
  return openBucket(place, bucketKeys(config), log);
}

/** Returns the keys. The empty defaults are never used: MEDIA_URL without its keys is an invalid configuration. */
export function bucketKeys(config: StorageConfig): StoreKeys {
  const { AWS_ACCESS_KEY_ID: id = '', AWS_SECRET_ACCESS_KEY: secret = '', AWS_SESSION_TOKEN: token } = config;
  return { id, secret, token };
}

/** Opens the folders `media` and `private` of DATA_DIR, which only their owner can read. */
export async function openFolders(dataDir: string): Promise<FileStorage> {
  const roots = { '/storage/': join(dataDir, 'media'), 'private/': join(dataDir, 'private') };
  for (const folder of Object.values(roots)) await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (address: string) => join(dataDir, pathOfAddress(address));
  return {
    async put(files) {
      const folders = new Set<string>();
      for (const [address, from] of files) {
        const path = pathOf(address);
        folders.add(dirname(path));
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await move(from, path);
      }
      // A rename is durable only after its folder is flushed.
      for (const folder of folders) await flush(folder);
    },
    async stat(address) {
      const found = await unlessMissing(stat(pathOf(address)));
      if (!found?.isFile()) return undefined;
      // Strong (RFC 9110 §8.8.1), since a name is never given to other bytes: a download that was cut goes on by If-Range.
      const etag = `"${found.size.toString(16)}-${Math.floor(found.mtimeMs).toString(16)}"`;
      return { size: found.size, modified: found.mtime, etag };
    },
    async open(address, range, signal) {
      const handle = await unlessMissing(open(pathOf(address), 'r'));
      // If the signal is aborted already, this closes the file and throws. A stream would emit its error before a
      // listener can be attached, which would end the process.
      if (signal?.aborted) await handle?.close();
      signal?.throwIfAborted();
      return handle?.createReadStream({ ...range, signal });
    },
    async remove(addresses) {
      for (const address of addresses) await rm(pathOf(address), { force: true });
    },
    async *list() {
      for (const [prefix, root] of Object.entries(roots)) yield* filesBelow(root, prefix);
    },
    close() {},
  };
}

async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Yields the files below a folder, reading a few names at a time, for folders of any size. Symbolic links are
 * skipped: the engine makes none.
 */
async function* filesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    const name = prefix + entry.name;
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), `${name}/`);
    else if (entry.isFile() && isStoredAddress(name)) yield name;
  }
}

async function move(from: string, to: string) {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // The media folder is on another disk than the temporary one, so the file is copied instead of renamed.
    await copyFile(from, to);
    await flush(to);
    await rm(from);
  }
}

async function flush(path: string) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
