import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Signals } from '../../database/signals.ts';
import { createSeal } from './seal.ts';
import type { Session } from './session.ts';

/**
 * Maximum number of sessions whose replaced tokens are remembered, and of tokens for each session. A session is
 * refreshed a few times a day.
 */
const maxSessions = 500;
const maxReplaced = 20;
/**
 * How long a sealed signal to other processes is valid, in milliseconds. The time is long because the clocks of
 * machines differ.
 */
const toldForMs = 10 * 60_000;

const told = z.object({ id: z.string().min(1), was: z.string().min(1), token: z.string().min(1) });

/**
 * Remembers tokens that a host has replaced by new ones. A request of the same browser may still carry the older
 * cookie: that cookie is then opened with the new token, and the request does not overwrite the new cookie. This
 * holds in every process of the site. `passwords` seal the signals to other processes: a token is never stored in
 * the database unencrypted, nor sealed in such a way that it could be used as a cookie.
 */
export function rememberReplacedTokens(passwords: readonly string[], signals: Signals) {
  const seal = createSeal(passwords, told);
  // Keyed by session id. Each map contains the token that replaced an older one, keyed by the hash of the older one.
  const replaced = new LRUCache<string, Map<string, string>>({ max: maxSessions });
  const hashOf = (token: string) => hash('sha256', token, 'base64url');

  function note(id: string, was: string, token: string): void {
    const tokens = replaced.get(id) ?? new Map<string, string>();
    // A host may return to an earlier token, which then no longer counts as replaced.
    tokens.delete(hashOf(token));
    tokens.set(was, token);
    if (tokens.size > maxReplaced) tokens.delete(tokens.keys().next().value as string);
    replaced.set(id, tokens);
  }

  function newest({ id, token }: Session): string {
    const tokens = replaced.get(id);
    let last = token;
    for (let step = 0; step < maxReplaced; step += 1) {
      const next = tokens?.get(hashOf(last));
      if (next === undefined) return last;
      last = next;
    }
    return token;
  }

  const stop = signals.on('token-replaced', (value) => {
    void seal.open(value).then((opened) => {
      if (opened) note(opened.id, opened.was, opened.token);
    });
  });

  return {
    /** True if a new token has replaced the session's token. */
    isOutdated: (session: Session): boolean => newest(session) !== session.token,
    /** Returns the session with its newest token. */
    current: (session: Session): Session => ({ ...session, token: newest(session) }),
    /** Records the replacement in this process, and signals it to the others. */
    async replace(session: Session, token: string): Promise<void> {
      const was = hashOf(session.token);
      if (token === session.token) return;
      note(session.id, was, token);
      await signals
        .publish('token-replaced', await seal.close({ id: session.id, was, token }, toldForMs))
        .catch(() => {});
    },
    /** Forgets the tokens of a session that has ended. */
    forget: (id: string): void => void replaced.delete(id),
    close: stop,
  };
}
