import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Signals } from '../../database/signals.ts';
import { createSeal } from './seal.ts';
import type { Session } from './session.ts';

/**
 * Tokens that hosts have given in place of older ones. Cookies of before, which other calls of the browser were sent with, open with the
 * new token, and do not come back over the new cookie; whichever process such a call reaches.
 */
export interface ReplacedTokens {
  /** True when a new token has taken the place of the session's. */
  isOutdated(session: Session): boolean;
  /** The session with the newest token. */
  current(session: Session): Session;
  /** Notes it here, and tells the other processes. */
  replace(session: Session, token: string): Promise<void>;
  /** The session has ended. */
  forget(id: string): void;
  close(): void;
}

/** Sessions whose tokens are remembered; each has been refreshed a few times a day. */
const maxSessions = 500;
const maxReplaced = 20;
/** What the others are told opens for so long only, in milliseconds; clocks of machines differ. */
const toldForMs = 10 * 60_000;

const told = z.object({ id: z.string().min(1), was: z.string().min(1), token: z.string().min(1) });

/** `passwords` seal what the other processes are told: a token never stands in the database as it is, nor as a cookie that opens. */
export function rememberReplacedTokens(passwords: readonly string[], signals: Signals): ReplacedTokens {
  const seal = createSeal(passwords, told);
  // By session, what was: a hash of it, and the token that came for it.
  const replaced = new LRUCache<string, Map<string, string>>({ max: maxSessions });
  const hashOf = (token: string) => hash('sha256', token, 'base64url');

  function note(id: string, was: string, token: string): void {
    const tokens = replaced.get(id) ?? new Map<string, string>();
    // A host may come back to a token that it has replaced.
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
    isOutdated: (session) => newest(session) !== session.token,
    current: (session) => ({ ...session, token: newest(session) }),
    async replace(session, token) {
      const was = hashOf(session.token);
      if (token === session.token) return;
      note(session.id, was, token);
      await signals
        .publish('token-replaced', await seal.close({ id: session.id, was, token }, toldForMs))
        .catch(() => {});
    },
    forget: (id) => void replaced.delete(id),
    close: stop,
  };
}
