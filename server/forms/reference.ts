import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for another when they read them out or type them: no 0 O, 1 I L, 5 S, U V. */
const alphabet = '2346789ABCDEFGHJKMNPQRTWXYZ';
const length = 8;

/** True for a code of this kind. */
export function isReference(text: string): boolean {
  return text.length === length && [...text].every((letter) => alphabet.includes(letter));
}

/** A short code by which an applicant and the studio speak of an application. Random: it tells no number of others. */
export function newReference(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
