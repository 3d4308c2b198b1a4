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

/** Further licences that are allowed for some packages, with the reason. */
const fineFor: Record<string, RegExp> = {
  // A font may be bundled, and not sold on its own.
  'OFL-1.1': /^@fontsource/,
  // libvips is a separate library of sharp, loaded at run time and unchanged, so the operator can replace it.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
};

/**
 * Returns whether a package may be shipped under an SPDX expression: with AND each part must be allowed, with OR one.
 * A package without an expression must not be shipped.
 */
export function isLicenceAllowed(name: string, expression: string | undefined): boolean {
  if (!expression) return false;
  const isFine = (licence: string) => free.has(licence) || (fineFor[licence]?.test(name) ?? false);
  const parts = expression.replace(/[()]/g, '').split(/ AND /);
  return parts.every((part) => part.split(/ OR /).some((licence) => isFine(licence.trim())));
}
