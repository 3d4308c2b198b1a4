import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { StoreKeys } from './s3-storage.ts';
import { type FileStorage, openFolders } from './storage.ts';

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
