/**
 * Pages that any person with the link may open (server/pages/by-link/README.md). The path segment after one of these
 * names is a secret that opens the page, so it must not appear in a log, in metrics or in a Referer header.
 */
const linkKinds = ['preview', 'invite', 'reset'] as const;

export type LinkKind = (typeof linkKinds)[number];

/** Matches a secret: 22 to 86 characters of the base64url alphabet. 22 such characters encode 128 bits. */
const secretForm = /^[\w-]{22,86}$/;

/** The page for requesting a link to set a new password. The server renders it, and it works without scripts. */
export const forgotPath = '/admin/forgot';

/** Returns the path of the page that a secret opens. */
export function linkPath(kind: LinkKind, secret: string) {
  return `/${kind}/${secret}`;
}

const below = new RegExp(`^/+(${linkKinds.join('|')})/+`, 'i');

/**
 * Parses the raw path (no query) of a page that a secret opens. Returns its kind and the text in the place of the
 * secret; undefined for any other path.
 */
export function linkAt(path: string) {
  const [start, kind] = /^\/([a-z]+)\//.exec(path) ?? [];
  const known = linkKinds.find((each) => each === kind);
  return known && start ? { kind: known, secret: path.slice(start.length) } : undefined;
}

/** True if the text has the form of a secret; no other text needs a lookup. */
export function isSecretForm(text: string) {
  return secretForm.test(text);
}

/**
 * Returns a raw path without its secret, for logs. Finds the secret even if the path is misspelled (encoded, in
 * another case, with more slashes). Any other path is returned unchanged.
 */
export function withoutSecret(path: string) {
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

/** Decodes once, character by character, so that one broken code does not prevent the decoding of the others. */
function decoded(path: string) {
  if (!path.includes('%')) return path;
  return path.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
