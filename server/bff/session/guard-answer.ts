import type { Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf } from '../call.ts';
import { createTokenSearch, redactToken, type TokenSearch } from '../upstream/redact-token.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import type { Session } from './session.ts';

/**
 * The token search of each session object. When a session is opened again, perhaps with another token, its new object
 * gets a new search.
 */
const searches = new WeakMap<Session, TokenSearch>();

function searchOf(session: Session): TokenSearch {
  const search = searches.get(session) ?? createTokenSearch(session.token);
  searches.set(session, search);
  return search;
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
    search: searchOf(session),
    isDownload: row?.download === true,
    removed(what) {
      const id = requestIdOf(res);
      if (what === 'session token')
        log.warn({ id }, 'the API host repeated the session token in an answer; it was removed');
      else log.warn({ id, field: what }, 'the API host sent a token in an answer; it was removed');
    },
  });
}
