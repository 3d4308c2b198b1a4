import { DiskCache } from '../disk-cache/disk-cache.ts';
import { contentHash } from '../http/ready-answer.ts';
import { type ConvertedImage, conversionVersion } from './convert.ts';

/** Data about the source file of a picture, as plain texts. */
type SourceNotes = Readonly<Record<string, string>>;

export interface StoredImage extends ConvertedImage {
  /** A strong ETag: a hash of the body. */
  etag: string;
  source: SourceNotes;
}

export type ImageStore = ReturnType<typeof createImageStore>;

/**
 * Converted pictures on disk, at most `maxBytes`. If the disk fails, `get` returns undefined and `put` stores nothing;
 * neither rejects. Pictures of an earlier `conversionVersion` are not found, and evicted in their turn.
 */
export function createImageStore(folder: string, maxBytes: number) {
  const cache = new DiskCache<Omit<StoredImage, 'body' | 'etag'>>({ folder, maxBytes });
  const versioned = (key: string) => `${conversionVersion} ${key}`;
  return {
    async get(key: string): Promise<StoredImage | undefined> {
      const found = await cache.read(versioned(key));
      return found && { ...found.note, etag: `"${found.hash}"`, body: found.body };
    },
    /** Stores the picture under `key`, and returns it with its ETag. Without a key nothing is stored. */
    async put(
      key: string | undefined,
      { body, ...described }: ConvertedImage,
      source: SourceNotes = {},
    ): Promise<StoredImage> {
      const note = { ...described, source };
      if (key !== undefined) await cache.put(versioned(key), [body], () => note).catch(() => {});
      return { ...note, etag: `"${contentHash(body)}"`, body };
    },
    remove: (key: string) => cache.remove(versioned(key)),
  };
}
