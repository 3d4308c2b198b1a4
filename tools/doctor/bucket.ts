import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import pino from 'pino';
import { newAddress } from '../../server/content-api/media/addresses.ts';
import type { FileStorage } from '../../server/content-api/media/storage/file-storage.ts';
import { bucketKeys, type StorageConfig } from '../../server/content-api/media/storage/open-storage.ts';
import { StoreFailure } from '../../server/content-api/media/storage/s3-failures.ts';
import { openBucket } from '../../server/content-api/media/storage/s3-storage.ts';
import { StartError } from '../../server/errors.ts';
import { fatal, inGroup, there, untried } from './finding.ts';

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
  const subject = `${place.bucket} at ${place.endpoint}`;
  let storage: FileStorage;
  try {
    storage = await openBucket(place, bucketKeys(config), pino({ level: 'silent' }), { startMs: 0 });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    yield say(subject, fatal(error.message));
    return;
  }
  yield say(subject, there('answers; the key may list it'));
  const folder = await mkdtemp(join(tmpdir(), 'studio-doctor-'));
  try {
    const path = join(folder, 'object');
    await writeFile(path, content);
    let isWritten = true;
    for (const [what, work] of Object.entries(stepsWith(storage, newAddress('application/pdf'), path))) {
      const problem: string = isWritten ? await work().catch(wordsOf) : '';
      const found = problem
        ? fatal(problem, 'the key of AWS_ACCESS_KEY_ID must list, read, write and delete')
        : there('works');
      yield say(`to ${what} an object`, isWritten ? found : untried('none could be written'));
      if (what === 'write') isWritten = !problem;
    }
  } finally {
    storage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each returns a problem, or ''. */
const stepsWith = (storage: FileStorage, address: string, path: string) => ({
  write: () => storage.put(new Map([[address, path]])).then(() => ''),
  async read() {
    const body = await storage.open(address);
    if (!body) return 'an object that was just written is missing';
    return (await textOf(body)) === content ? '' : 'an object reads back differently from what was written';
  },
  async delete() {
    await storage.remove([address]);
    return (await storage.stat(address)) ? 'a deleted object still exists' : '';
  },
});

/** Quotes at most the code of the store's answer, since that answer may repeat keys. */
function wordsOf(error: unknown) {
  const cause = error instanceof Error && error.cause instanceof StoreFailure ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
