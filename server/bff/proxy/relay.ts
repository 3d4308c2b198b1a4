import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../../errors.ts';
import { callOf } from '../call.ts';
import type { Sessions } from '../session/session.ts';
import { ownLocation } from '../upstream/addresses.ts';
import { browserHeaders, withCacheRule } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { isJson, readJson } from '../upstream/json-answer.ts';
import { hostFailure, refusalEnvelope, refusalError } from '../upstream/refusals.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { isDownload } from './media-types.ts';

export interface RelayRules {
  sessions: Sessions;
  /** Host names whose addresses are ours: see upstream/addresses.ts. */
  hosts: readonly string[];
  mediaPaths: readonly string[];
}

/**
 * Gives an answer of the API host to the browser. Throws AppError as long as nothing was sent; once the headers are out
 * a failure cuts the browser's connection, so that half a body is never taken for a whole one.
 */
export async function relayAnswer(
  answer: UpstreamAnswer,
  req: Request,
  res: Response,
  rules: RelayRules,
): Promise<void> {
  const { row, session } = callOf(res);
  if (answer.status === 401 && session) rules.sessions.clear(res);
  if (answer.status >= 500) throw await hostFailure(answer, session?.token);
  if (isRedirect(answer.status)) throw redirectError(answer, rules);
  if (isEmpty(answer, req)) return sendEmpty(answer, res, Boolean(session));
  if (answer.status >= 400) return sendRefusal(answer, res, Boolean(session));
  if (!isJson(answer) && (row || !isDownload(answer))) {
    answer.body.destroy();
    throw unusableAnswer(new Error(`content-type ${answer.headers['content-type'] ?? 'missing'}`));
  }
  const headers = withCacheRule(browserHeaders(answer.headers, { sameBytes: true }), Boolean(session));
  res.status(answer.status).set(headers);
  // When either side fails, both are destroyed: the browser sees a cut connection and never a clean end.
  await pipeline(answer.body, res).catch(() => {});
}

/** A redirect is never followed for the browser; where it leads is told only when it leads to a place of ours. */
export function redirectError(
  answer: UpstreamAnswer,
  rules: Pick<RelayRules, 'hosts' | 'mediaPaths'>,
): AppError {
  answer.body.on('error', () => {}).destroy();
  const location = [answer.headers.location ?? []].flat()[0];
  const own = location && ownLocation(location, rules.hosts, rules.mediaPaths);
  return new AppError('upstream.badAnswer', answer.status, {
    cause: new Error(`The API host answered with a redirect, ${answer.status}`),
    ...(own && { headers: { Location: own } }),
  });
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Sends a refusal of the host in its own words where it has any that are JSON, and in ours otherwise. */
export async function sendRefusal(answer: UpstreamAnswer, res: Response, hasSession: boolean): Promise<void> {
  const headers = browserHeaders(answer.headers, { sameBytes: false });
  const envelope = isJson(answer) ? refusalEnvelope(answer.status, await readJson(answer)) : undefined;
  answer.body.destroy();
  if (!envelope) throw refusalError(answer.status, headers);
  const { 'content-type': _type, ...rest } = withCacheRule(headers, hasSession);
  res.status(answer.status).set(rest).json(envelope);
}

function isEmpty(answer: UpstreamAnswer, req: Request): boolean {
  return (
    req.method === 'HEAD' ||
    answer.status === 204 ||
    answer.status === 205 ||
    answer.status === 304 ||
    answer.headers['content-length'] === '0'
  );
}

function sendEmpty(answer: UpstreamAnswer, res: Response, hasSession: boolean): void {
  answer.body.on('error', () => {}).resume();
  const { 'content-type': _type, ...headers } = browserHeaders(answer.headers, { sameBytes: false });
  res.status(answer.status).set(withCacheRule(headers, hasSession)).end();
}
