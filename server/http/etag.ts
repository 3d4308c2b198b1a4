import { hash } from 'node:crypto';

/** What names bytes by what they are: 162 bits of their SHA-256, as letters that an ETag and an address may hold. */
export function contentHash(bytes: string | NodeJS.ArrayBufferView): string {
  return hash('sha256', bytes, 'base64url').slice(0, 27);
}

/** RFC 9110 §13.1.2: the comparison is weak, and `*` stands for any. */
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
