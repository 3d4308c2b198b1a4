import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { sendJsonBytes } from '../../http/end-with.ts';
import { sendReady } from '../../http/ready-answer.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf } from '../call.ts';
import { guardAnswer } from '../session/guard-answer.ts';
import type { Sessions } from '../session/sessions.ts';
import { rewriteRules } from '../upstream/addresses.ts';
import { setHead, withCacheRule } from '../upstream/browser-headers.ts';
import { disconnectSignal } from '../upstream/disconnect-signal.ts';
import { upstreamHeaders } from '../upstream/headers.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { ReadAnswer } from './fetch-read.ts';
import type { ReadHost } from './host-reads.ts';
import type { SharedReads } from './shared-reads.ts';

/** The settings that reads need. */
type ReadsConfig = Pick<Config, 'UPSTREAM_MEDIA_PATHS' | 'VIEW_BLOG_AUTH_HEADER'>;

interface ReadsOptions {
  readHost: ReadHost;
  sharedReads: SharedReads;
  upstream: Upstream;
  sessions: Sessions;
  config: ReadsConfig;
  log: Logger;
}

/**
 * Answers the contract's JSON reads. Each answer is fetched completely, checked and sanitised before it is sent. An
 * answer that visitors may share is fetched once for all of them. The reads of a session are made separately and not
 * stored.
 */
export function answerReads(options: ReadsOptions): RequestHandler {
  const { readHost, sharedReads, upstream, sessions, config, log } = options;
  return (req, res, next) => {
    const { row, session } = callOf(res);
    if (!row || !isRead(row)) next();
    else if (session || row.freshSeconds === undefined) answerRead(row, req, res).catch(next);
    else answerShared(row, req, res).catch(next);
  };

  async function answerShared(row: ContractRow, req: Request, res: Response): Promise<void> {
    const signal = disconnectSignal(res);
    const found = await sharedReads
      .get(row, req.originalUrl, { params: callOf(res).params, requestId: requestIdOf(res), signal })
      .catch((error: unknown) => {
        throw signal.aborted ? new AppError('request.aborted', 499) : error;
      });
    const value = found?.value;
    if (found && value?.prepared) return sendReady(req, res, value.prepared, found);
    // `value` is absent or belongs to one visitor if the host answers each visitor differently; this visitor's read
    // is then made separately.
    if (!value || value.prepared || value.answer.status < 300) return answerRead(row, req, res);
    res.status(value.answer.status).set(withCacheRule(value.answer.headers, false));
    sendBody(res, value.answer);
  }

  async function answerRead(row: ContractRow, req: Request, res: Response): Promise<void> {
    const { session, params } = callOf(res);
    const forgetRefused = (status: unknown) => {
      if (status === 401 && session) sessions.endRefused(res, session);
    };
    const answer = await readHost({
      row,
      params,
      method: row.marks && req.method === 'HEAD' ? 'HEAD' : 'GET',
      path: req.originalUrl,
      ...(session?.user && { user: session.user }),
      headers: upstreamHeaders(req, {
        url: upstream.url,
        requestId: requestIdOf(res),
        ...(session && { session }),
        ...(row.misspelledAuth && { misspelledHeader: config.VIEW_BLOG_AUTH_HEADER }),
        without: row.html ? ['range', 'if-none-match', 'if-modified-since'] : ['range'],
      }),
      guard: (given) => guardAnswer(given, res, log),
      rules: rewriteRules(req, upstream, config),
      signal: disconnectSignal(res),
    }).catch((error: unknown) => {
      forgetRefused(error instanceof AppError && error.status);
      throw error;
    });
    forgetRefused(answer.status);
    setHead(res, answer.status, withCacheRule(answer.headers, Boolean(session)));
    // The host gets a GET even for a HEAD request, so that the answer has the same headers; Express then leaves out
    // the body. If the GET has a side effect, the host gets a HEAD.
    sendBody(res, answer);
  }
}

function sendBody(res: Response, { body }: ReadAnswer): void {
  if (body) sendJsonBytes(res, body.bytes);
  else res.end();
}

/** True for rows that are answered here with JSON. Session rows are answered earlier, and downloads are streamed. */
function isRead(row: ContractRow): boolean {
  return row.method === 'GET' && row.origin !== 'session' && !row.download;
}
