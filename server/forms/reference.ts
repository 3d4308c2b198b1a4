import { randomInt } from 'node:crypto';

/** Unambiguous letters and digits for reading out or typing: no 0 O, 1 I L, 5 S, U V. */
const alphabet = '2346789ABCDEFGHJKMNPQRTWXYZ';
const length = 8;

export function isReference(text: string) {
  return text.length === length && [...text].every((letter) => alphabet.includes(letter));
}

/**
 * Returns a short code by which an applicant and the studio refer to an application. Random, so that it does not
 * reveal the number of applications.
 */
export function newReference() {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
