import type { Request, Response } from 'express';
import { requestIdOf } from '../../http/request-id.ts';
import { type UpstreamHeaderOptions, upstreamHeaders } from '../upstream/headers.ts';
import type { Upstream } from '../upstream/upstream.ts';

/**
 * The headers with which the BFF itself speaks to the API host about a session. It wants JSON whatever the browser
 * accepts (some hosts answer a failed sign-in to a page with a redirect), and conditions on the answer make no sense.
 */
export function sessionCallHeaders(
  req: Request,
  res: Response,
  upstream: Upstream,
  options: Pick<UpstreamHeaderOptions, 'session' | 'body'>,
): Record<string, string> {
  const headers = upstreamHeaders(req, {
    ...options,
    url: upstream.url,
    requestId: requestIdOf(res),
    without: ['if-none-match', 'if-modified-since', 'range'],
  });
  return { ...headers, accept: 'application/json' };
}
