import { createHash } from 'node:crypto';
import type { FetchMedia } from './host-source.ts';

/**
 * Returns the SHA-256 of the file at an address. Without a hash the file could not be fetched; `isGone` if its server
 * answers that there is none.
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
