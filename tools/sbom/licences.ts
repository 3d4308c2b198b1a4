/** Licences that only require attribution: packages under these licences may be used and passed on unchanged. */
const free = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Further licences that are allowed only for certain packages, with the reason. */
const fineFor: Record<string, RegExp> = {
  // This licence allows bundling a font, and forbids selling it on its own.
  'OFL-1.1': /^@fontsource/,
  // sharp loads libvips at run time as a separate, unchanged library. The operator can replace it, as the LGPL
  // requires.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
};

/**
 * Returns whether a package may be shipped with this licence, an SPDX expression. With AND all parts must be allowed,
 * with OR one of them. A package that states no licence must not be shipped.
 */
export function isLicenceAllowed(name: string, expression: string | undefined): boolean {
  if (!expression) return false;
  const isFine = (licence: string) => free.has(licence) || (fineFor[licence]?.test(name) ?? false);
  const parts = expression.replace(/[()]/g, '').split(/ AND /);
  return parts.every((part) => part.split(/ OR /).some((licence) => isFine(licence.trim())));
}
