import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
import { type Converter, createConverter } from './convert.ts';
import { createImageStore, type ImageStore } from './store.ts';

/** What makes pictures smaller, and where they are kept: one of each for the whole process. */
export interface Images {
  converter: Converter;
  store: ImageStore;
}

/** Pictures are kept below DATA_DIR: they can be made again, so no backup has them. */
export function createImages(dataDir: string): Images {
  return {
    converter: createConverter(),
    store: createImageStore(join(dataDir, 'images'), limits.imageStoreBytes),
  };
}
