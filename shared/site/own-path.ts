// Without zod, since pages of visitors load this file.

/** The path of a page of a company's own: one segment of letters of any script, digits and hyphens. */
export const ownPath = /^\/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u;

/** Returns the stored spelling of a path: composed letters, no slash at the end. */
export function plainOwnPath(path: string) {
  return path.replace(/(.)\/$/, '$1').normalize('NFC');
}

/** Returns the stored spelling of the path of a request; undefined if no page of a company's own can be there. */
export function ownPathOf(requested: string) {
  try {
    const plain = plainOwnPath(decodeURIComponent(requested));
    return ownPath.test(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
}
