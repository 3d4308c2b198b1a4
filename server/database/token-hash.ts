import { createHash } from 'node:crypto';

/** What a token is known by where it must not stand itself: among the engine's tokens, and among sessions that have ended. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
