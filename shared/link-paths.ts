/**
 * The pages that whoever has their link may open (docs/architecture.md §5, Pages by link). The link is the key, so it is in no log, no
 * count and no Referer: what stands below one of these names is a secret.
 */
const linkKinds = ['preview', 'invite', 'reset'] as const;

export type LinkKind = (typeof linkKinds)[number];

/** How many letters a secret may have, in the alphabet of base64url; 22 of them are 128 bits. */
const secretForm = /^[\w-]{22,86}$/;

/** Where somebody asks for a link to set a new password: a page of the server's, which works without scripts. */
export const forgotPath = '/admin/forgot';

/** The path of the page that a secret opens. */
export function linkPath(kind: LinkKind, secret: string): string {
  return `/${kind}/${secret}`;
}

const below = new RegExp(`^/+(${linkKinds.join('|')})/+`, 'i');

/** The kind of a raw path (no query) to such a page, and what stands where the secret should be; undefined for any other path. */
export function linkAt(path: string): { kind: LinkKind; secret: string } | undefined {
  const [start, kind] = /^\/([a-z]+)\//.exec(path) ?? [];
  const known = linkKinds.find((each) => each === kind);
  return known && start ? { kind: known, secret: path.slice(start.length) } : undefined;
}

/** True for what can be a secret; nothing else has to be looked up. */
export function isSecretForm(text: string): boolean {
  return secretForm.test(text);
}

/**
 * A raw path as logs may have it: without a secret, however it was misspelled on its way (encoded, in another case, with more
 * slashes). Any other path is given back as it is.
 */
export function withoutSecret(path: string): string {
  let read = path;
  for (let round = 0; round < 4; round += 1) {
    const [, kind] = below.exec(read.replaceAll('\\', '/')) ?? [];
    if (kind) return `/${kind.toLowerCase()}/-`;
    const next = decoded(read);
    if (next === read) return path;
    read = next;
  }
  return path;
}

/** Once, letter by letter, so that one broken code hides nothing. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
