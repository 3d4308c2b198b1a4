import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { limits } from '#shared/limits.ts';
import { type Converter, createConverter } from './convert.ts';
import { createImageStore, type ImageStore } from './store.ts';

/** What makes pictures smaller, and where they are kept: one of each for the whole process. */
export interface Images {
  converter: Converter;
  store: ImageStore;
  placeholders: Placeholders;
}

/**
 * A few blurred pixels for each picture that was served since the start, by its path: what a page shows until the picture is there.
 */
export type Placeholders = LRUCache<string, string>;

const mostPlaceholders = 5_000;

/** Pictures are kept below DATA_DIR: they can be made again, so no backup has them. */
export function createImages(dataDir: string): Images {
  return {
    converter: createConverter(),
    store: createImageStore(join(dataDir, 'images'), limits.imageStoreBytes),
    placeholders: new LRUCache({ max: mostPlaceholders }),
  };
}
