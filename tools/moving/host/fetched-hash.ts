import { createHash } from 'node:crypto';
import type { FetchMedia } from './host-source.ts';

/**
 * Fetches the file at a URL and returns its SHA-256. `hash` is undefined if the file could not be fetched; `isGone`
 * is true if the server answers that there is no such file.
 */
export async function fetchedHash(
  address: string,
  fetch: FetchMedia,
): Promise<{ hash?: string; isGone?: boolean }> {
  const content = await fetch(address);
  if ('refused' in content) return { isGone: content.isGone === true };
  const hash = createHash('sha256');
  for await (const chunk of content.bytes) hash.update(chunk);
  return { hash: hash.digest('hex') };
}
