import type { Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf } from '../call.ts';
import { redactToken } from '../upstream/redaction/redact-token.ts';
import { createTokenFinder, type TokenFinder } from '../upstream/redaction/token-finder.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import type { Session } from './session.ts';

/** Goes with the session: whoever opens it anew, with another token perhaps, has another one. */
const finders = new WeakMap<Session, TokenFinder>();

function finderOf(session: Session): TokenFinder {
  const finder = finders.get(session) ?? createTokenFinder(session.token);
  finders.set(session, finder);
  return finder;
}

/**
 * The answer to a call without the token of the session that made it: only now may anybody look at it. The log says what was
 * removed, never its value. A visitor's answer stays as it is: no token went to the host with it.
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
