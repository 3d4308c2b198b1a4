/** Licences that ask for no more than to be named: what is shipped under them may be used and passed on as it is. */
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

/** Further ones that are fine for some packages, with the reason. */
const fineFor: Record<string, RegExp> = {
  // A font may be bundled; it may not be sold by itself.
  'OFL-1.1': /^@fontsource/,
  // libvips is a library of its own beside sharp, loaded when it runs and unchanged: whoever runs the site can put another in its place.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
};

/** Whether a package may be shipped under an SPDX expression: each part of AND has to be fine, of OR one. Without one it may not. */
export function isLicenceAllowed(name: string, expression: string | undefined): boolean {
  if (!expression) return false;
  const isFine = (licence: string) => free.has(licence) || (fineFor[licence]?.test(name) ?? false);
  const parts = expression.replace(/[()]/g, '').split(/ AND /);
  return parts.every((part) => part.split(/ OR /).some((licence) => isFine(licence.trim())));
}
