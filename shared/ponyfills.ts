/** What newer JavaScript engines bring along, for the oldest browsers that we support (README, Browsers). */

/** Half of a pair of surrogates: it stands for no character, and has no bytes in UTF-8. */
const loneSurrogate = /\p{Cs}/u;
const loneSurrogates = /\p{Cs}/gu;

/** What `String.prototype.isWellFormed` says. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

/** What `String.prototype.toWellFormed` gives. */
export function toWellFormed(text: string): string {
  return text.replace(loneSurrogates, '\uFFFD');
}

/** What `URL.parse` gives; undefined for what is no address. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
