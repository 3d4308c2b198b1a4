import { hash } from 'node:crypto';

/**
 * Returns a name for bytes from their content: 162 bits of their SHA-256, in letters that an ETag and an address may
 * contain.
 */
export function contentHash(bytes: string | NodeJS.ArrayBufferView): string {
  return hash('sha256', bytes, 'base64url').slice(0, 27);
}

/** Compares ETags as RFC 9110 §13.1.2 defines: the comparison is weak, and `*` matches any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || opaque(tag) === opaque(etag);
  });
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
