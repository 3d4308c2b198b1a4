import { createHash } from 'node:crypto';

/** Hashes a token where the token itself must not be stored: for the engine's tokens and for ended sessions. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
