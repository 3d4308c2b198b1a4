import type { Request, Response } from 'express';
import { requestIdOf } from '../../http/requests.ts';
import { type UpstreamHeaderOptions, upstreamHeaders } from '../upstream/headers.ts';
import type { Upstream } from '../upstream/upstream.ts';

/**
 * Returns the headers of the BFF's own calls to the API host about a session. They always request JSON, because some
 * hosts answer a failed sign-in with a redirect if a page seems to have sent it. They contain no conditional headers.
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
