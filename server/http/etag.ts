import { hash } from 'node:crypto';

/**
 * Returns a name for bytes that depends only on the bytes: 162 bits of their SHA-256, in characters that may occur in
 * an ETag and a URL.
 */
export function contentHash(bytes: string | NodeJS.ArrayBufferView): string {
  return hash('sha256', bytes, 'base64url').slice(0, 27);
}

/** True if the header names this ETag (RFC 9110 §13.1.2): the comparison is weak, and `*` matches any ETag. */
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
