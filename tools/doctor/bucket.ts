import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import pino from 'pino';
import { bucketKeys, type StorageConfig } from '../../server/content-api/media/open-storage.ts';
import { openBucket, StoreFailure } from '../../server/content-api/media/s3-storage.ts';
import { type FileStorage, newAddress } from '../../server/content-api/media/storage.ts';
import { fatal, inGroup, there } from './finding.ts';

const content = 'npm run studio -- doctor';

/**
 * Checks the bucket of MEDIA_URL: whether it answers, and whether its key has the rights that the site needs. Writes
 * one tiny object, under a name from which nothing is served, and deletes it again. If the deletion fails, the
 * engine's daily chores remove the object after a day. Yields nothing without MEDIA_URL.
 */
export async function* checkBucket(config: StorageConfig) {
  const { MEDIA_URL: place } = config;
  if (!place) return;
  const say = inGroup('storage');
  let step = `${place.bucket} at ${place.endpoint}`;
  let storage: FileStorage | undefined;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'studio-doctor-'));
  try {
    storage = await openBucket(place, bucketKeys(config), pino({ level: 'silent' }), { startMs: 0 });
    yield say(step, there('answers; the key may list it'));
    const [address, path] = [newAddress('application/pdf'), join(folder.path, 'object')];
    await writeFile(path, content);
    step = 'to write an object';
    await storage.put(new Map([[address, path]]));
    step = 'to read an object';
    const body = await storage.open(address);
    if (!body || (await textOf(body)) !== content) throw new Error('it reads back differently');
    step = 'to delete an object';
    await storage.remove([address]);
    yield say('to write, read and delete an object', there('works'));
  } catch (error) {
    // At most the code of the store's answer is quoted, since that answer may repeat keys.
    const { cause, message } = error as Error;
    yield say(
      step,
      fatal(
        cause instanceof StoreFailure ? cause.message : message,
        'the key of AWS_ACCESS_KEY_ID must list, read, write and delete',
      ),
    );
  } finally {
    storage?.close();
  }
}
