/**
 * Replacements for features of newer JavaScript engines, for the oldest browsers that we support (docs/product.md §25).
 */

/** Matches a lone surrogate, which is no character and has no bytes in UTF-8. */
const loneSurrogate = /\p{Cs}/u;
const loneSurrogates = /\p{Cs}/gu;

/** Like `String.prototype.isWellFormed`. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

/** Like `String.prototype.toWellFormed`. */
export function toWellFormed(text: string): string {
  return text.replace(loneSurrogates, '\uFFFD');
}

/** Like `URL.parse`; undefined for an invalid URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
