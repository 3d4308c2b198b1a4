import type { Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf } from '../call.ts';
import { redactToken } from '../upstream/redaction/redact-token.ts';
import { createTokenFinder, type TokenFinder } from '../upstream/redaction/token-finder.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import type { Session } from './session.ts';

/**
 * The token finder of each session object. When a session is opened again, perhaps with another token, its new object
 * gets a new finder.
 */
const finders = new WeakMap<Session, TokenFinder>();

function finderOf(session: Session): TokenFinder {
  const finder = finders.get(session) ?? createTokenFinder(session.token);
  finders.set(session, finder);
  return finder;
}

/**
 * Removes the session's token from the answer to a call of the session. Must run before any other code reads the
 * answer. The log states which kinds of items were removed, never their values. A visitor's answer is returned
 * unchanged, because a visitor's call carries no token.
 */
export async function guardAnswer(
  answer: UpstreamAnswer,
  res: Response,
  log: Logger,
): Promise<UpstreamAnswer> {
  const { session, row } = callOf(res);
  if (!session) return answer;
  return redactToken(answer, {
    finder: finderOf(session),
    isDownload: row?.download === true,
    removed(what) {
      const id = requestIdOf(res);
      if (what === 'session token')
        log.warn({ id }, 'the API host repeated the session token in an answer; it was removed');
      else log.warn({ id, field: what }, 'the API host sent a token in an answer; it was removed');
    },
  });
}
