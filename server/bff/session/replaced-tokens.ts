import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Signals } from '../../database/signals.ts';
import { createSeal } from './seal.ts';
import type { Session } from './session.ts';

/** Maximum number of sessions whose replaced tokens are remembered. */
const maxSessions = 500;
/**
 * How long a sealed signal to other processes is valid, in milliseconds. The time is long because the clocks of
 * machines differ.
 */
const toldForMs = 10 * 60_000;

const hashOf = (token: string) => hash('sha256', token, 'base64url');

const told = z.object({ id: z.string().min(1), was: z.string().min(1), token: z.string().min(1) });

/**
 * Remembers tokens that a host has replaced by new ones. A request of the same browser may still carry the older
 * cookie: that cookie is then opened with the new token, and the request does not overwrite the new cookie. This
 * holds in every process of the site. `passwords` seal the signals to other processes: a token is never stored in
 * the database unencrypted, nor sealed in such a way that it could be used as a cookie.
 */
export function rememberReplacedTokens(passwords: readonly string[], signals: Signals) {
  const seal = createSeal(passwords, told);
  /** Keyed by session id: the newest token, and the hashes of those before it. */
  const replaced = new LRUCache<string, { token: string; before: Set<string> }>({ max: maxSessions });

  function note({ id, was, token }: z.infer<typeof told>): void {
    const before = replaced.get(id)?.before ?? new Set();
    // A host may return to an earlier token, which then no longer counts as replaced.
    before.add(was).delete(hashOf(token));
    replaced.set(id, { token, before });
  }

  /** True if a new token has replaced the session's token. */
  function isOutdated({ id, token }: Session): boolean {
    return replaced.get(id)?.before.has(hashOf(token)) ?? false;
  }

  const close = signals.on('token-replaced', (value) => {
    void seal.open(value).then((opened) => opened && note(opened));
  });

  return {
    isOutdated,
    /** Returns the session with its newest token. */
    current: (session: Session): Session =>
      isOutdated(session) ? { ...session, token: replaced.get(session.id)?.token ?? session.token } : session,
    /** Records the replacement in this process, and signals it to the others. */
    async replace({ id, token: old }: Session, token: string): Promise<void> {
      if (token === old) return;
      const change = { id, was: hashOf(old), token };
      note(change);
      await signals.publish('token-replaced', await seal.close(change, toldForMs)).catch(() => {});
    },
    /** Forgets the tokens of a session that has ended. */
    forget: (id: string): void => void replaced.delete(id),
    close,
  };
}
