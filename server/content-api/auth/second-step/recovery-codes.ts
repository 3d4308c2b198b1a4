import { createHash, randomInt } from 'node:crypto';
import type { RowId } from '../../../database/row-id.ts';

const count = 10;
/**
 * Unambiguous letters and digits. A code of 16 out of these 31 characters has 79 random bits, so a fast hash is
 * enough.
 */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const perGroup = 4;

/** Makes ten codes in their written form: `k7mf-…`. */
export function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: count }, () => Array.from({ length: groups }, group).join('-'));
}

/** Returns the stored hash of a code. `typed` may be in any case and with or without the dashes. */
export function recoveryCodeHash(adminId: RowId, typed: string): string {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`recovery ${adminId} ${plain}`).digest('base64url');
}
