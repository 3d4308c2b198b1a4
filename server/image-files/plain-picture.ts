import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writePlainPicture } from './without-metadata.ts';

/** Removes the metadata from a picture before it is stored (docs/product.md §23). The file stays at its path. */
export async function takeOutMetadata(path: string): Promise<void> {
  const draft = `${path}.plain`;
  try {
    const isPlain = await writePlainPicture(createReadStream(path), (body) =>
      pipeline(body, createWriteStream(draft, { mode: 0o600, flush: true })),
    );
    if (isPlain) await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Returns the SHA-256 that a file would have after `takeOutMetadata`, without changing the file; undefined if it
 * would stay as it is.
 */
export async function plainHash(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  const isPlain = await writePlainPicture(createReadStream(path), async (body) => {
    for await (const piece of body) hash.update(piece);
  });
  return isPlain ? hash.digest('hex') : undefined;
}
