import { DiskCache } from '../disk-cache/disk-cache.ts';
import { contentHash } from '../http/etag.ts';
import { type ConvertedImage, conversionVersion } from './convert.ts';

/** Data about the source file of a picture, as plain texts. */
type SourceNotes = Readonly<Record<string, string>>;

export interface StoredImage extends ConvertedImage {
  /** A strong ETag: a hash of the body. */
  etag: string;
  source: SourceNotes;
}

/**
 * Converted pictures on disk. If the disk fails, `get` returns undefined and `put` stores nothing; neither rejects.
 */
export interface ImageStore {
  get(key: string): Promise<StoredImage | undefined>;
  /** Stores the picture under `key`, and returns it with its ETag. Without a key nothing is stored. */
  put(key: string | undefined, image: ConvertedImage, source?: SourceNotes): Promise<StoredImage>;
  remove(key: string): void;
}

/**
 * Creates a disk cache of pictures with at most `maxBytes`. Pictures of an earlier `conversionVersion` are not found,
 * and evicted in their turn.
 */
export function createImageStore(folder: string, maxBytes: number): ImageStore {
  const cache = new DiskCache<Omit<StoredImage, 'body' | 'etag'>>({ folder, maxBytes });
  const versioned = (key: string) => `${conversionVersion} ${key}`;
  return {
    async get(key) {
      const found = await cache.read(versioned(key));
      return found && { ...found.note, etag: `"${found.hash}"`, body: found.body };
    },
    async put(key, { body, ...described }, source = {}) {
      const note = { ...described, source };
      if (key !== undefined) await cache.put(versioned(key), [body], () => note).catch(() => {});
      return { ...note, etag: `"${contentHash(body)}"`, body };
    },
    remove: (key) => cache.remove(versioned(key)),
  };
}
