import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { limits } from '#shared/limits.ts';
import { createConverter } from './convert.ts';
import { createImageStore } from './store.ts';

/**
 * A few blurred pixels for each picture that was served since the process started. The key is the path of the
 * picture. A page shows the pixels until the picture has loaded.
 */
export type Placeholders = LRUCache<string, string>;

const mostPlaceholders = 5_000;

/**
 * Creates the converter of pictures and their store: one of each for the whole process. Converted pictures are stored
 * below DATA_DIR and are not part of backups, since they can be made again.
 */
export function createImages(dataDir: string) {
  return {
    converter: createConverter(),
    store: createImageStore(join(dataDir, 'images'), limits.imageStoreBytes),
    placeholders: new LRUCache({ max: mostPlaceholders }) as Placeholders,
  };
}
