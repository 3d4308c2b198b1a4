import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf } from '../call.ts';
import type { Sessions } from '../session/session.ts';
import { ownPlaces } from '../upstream/addresses.ts';
import { upstreamHeaders } from '../upstream/headers.ts';
import { leavingSignal } from '../upstream/leaving.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { relayAnswer } from './relay.ts';

/** Everything under /api that nobody answered before: passed on to the API host, and its answer back. */
export function forwardToUpstream(upstream: Upstream, sessions: Sessions, config: Config): RequestHandler {
  return (req, res, next) => {
    forwardBody(req, res).catch(next);
  };

  async function forwardBody(req: Request, res: Response): Promise<void> {
    const { row, session, upload } = callOf(res);
    const answer = await upstream.request({
      method: req.method,
      path: req.originalUrl,
      headers: upstreamHeaders(req, {
        url: upstream.url,
        requestId: requestIdOf(res),
        ...(session && { session }),
        ...(row?.misspelledAuth && { misspelledHeader: config.VIEW_BLOG_AUTH_HEADER }),
        ...(upload && { body: upload }),
      }),
      ...(upload && { body: upload.open(), bodyLength: upload.length }),
      signal: leavingSignal(res),
    });
    await relayAnswer(answer, req, res, sessions, ownPlaces(req, upstream, config));
  }
}
