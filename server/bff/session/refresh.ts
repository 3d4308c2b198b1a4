import type { Request, Response } from 'express';
import { callOf } from '../call.ts';
import { browserHeaders, withCacheRule } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { createTokenSearch, redactHeaders } from '../upstream/redact-token.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { asObject, isRefusal, isUsableToken, tokenIn, withoutSecrets } from './sign-in/answer.ts';
import { readTokenAnswer } from './sign-in/ask-upstream.ts';

/**
 * True for the call by which a session requests a new token from its host: a POST that the contract does not list,
 * and whose path ends in /refresh or /refresh-token. A GET never changes a session.
 */
export function isRefresh(req: Request, res: Response): boolean {
  const { row, session } = callOf(res);
  if (row || !session || req.method !== 'POST') return false;
  return /\/refresh(-token)?$/.test(req.originalUrl.split('?', 1)[0] ?? '');
}

/** True for an answer that may contain a new token. */
export function isRefreshed({ status, headers }: UpstreamAnswer): boolean {
  return status >= 200 && status < 300 && ![204, 205].includes(status) && headers['content-length'] !== '0';
}

/**
 * Seals the new token of a refreshed session into its cookie, and sends the rest of the host's answer to the browser.
 * If the answer is not JSON, or the token does not fit into a header or a cookie, throws AppError 502 and leaves the
 * session unchanged.
 */
export async function sendRefreshed(
  answer: UpstreamAnswer,
  res: Response,
  sessions: Sessions,
  session: Session,
): Promise<void> {
  const json = await readTokenAnswer(answer, 'refresh');
  const object = asObject(json);
  const token = object && tokenIn(object);
  if (object && token !== undefined && !isRefusal(object, true)) {
    if (!isUsableToken(token)) throw unusableAnswer(new Error('the new token cannot be sent in a header'));
    await sessions.replaceToken(res, session, token);
  }
  const tokens = token === undefined ? [session.token] : [session.token, token];
  const {
    'content-type': _type,
    etag: _etag,
    ...headers
  } = browserHeaders(
    tokens.reduce((clean, each) => redactHeaders(clean, createTokenSearch(each)), answer.headers),
    { sameBytes: false },
  );
  res.status(answer.status).set(withCacheRule(headers, true));
  res.json(tokens.reduce(withoutSecrets, json));
}
