import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Part } from '../../forms/read-form.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import { guardAnswer } from '../session/guard-answer.ts';
import { isRefresh, isRefreshed, sendRefreshed } from '../session/refresh.ts';
import type { Sessions } from '../session/sessions.ts';
import { rewriteRules } from '../upstream/addresses.ts';
import { disconnectSignal } from '../upstream/disconnect-signal.ts';
import { type RebuiltBody, rebuildForm } from '../upstream/form-body.ts';
import { upstreamHeaders } from '../upstream/headers.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import { createForwarder } from './forwarder.ts';
import { relayAnswer } from './relay.ts';

/**
 * Forwards to the API host the calls under /api that no earlier pass has answered, and relays the host's answers. The
 * upload gate has already received the whole body and knows its length; the body is sent from there, never from the
 * browser's socket.
 */
export function forwardToUpstream(
  upstream: Upstream,
  sessions: Sessions,
  config: Config,
  log: Logger,
  capabilities: Capabilities,
): RequestHandler {
  const forward = createForwarder(upstream);
  return (req, res, next) => {
    send(req, res)
      .then((answer) => relay(answer, req, res))
      .catch(next);
  };

  async function relay(answer: UpstreamAnswer, req: Request, res: Response): Promise<void> {
    const { session } = callOf(res);
    if (session && isRefresh(req, res) && isRefreshed(answer)) {
      return sendRefreshed(answer, res, sessions, session);
    }
    const guarded = await guardAnswer(answer, res, log);
    return relayAnswer(guarded, req, res, {
      sessions,
      capabilities,
      rules: rewriteRules(req, upstream, config),
      log,
    });
  }

  function send(req: Request, res: Response): Promise<UpstreamAnswer> {
    const { row, params, session, json, parts } = callOf(res);
    const { method, originalUrl: path } = req;
    const isForwarded = !isSafe(method) && !upstream.isMapped;
    // A host mapped by host.json gets the parts of a form, so no body is rebuilt for it.
    const body = json ? ofJson(req, json.bytes) : isForwarded ? ofForm(parts) : undefined;
    const headers = upstreamHeaders(req, {
      url: upstream.url,
      requestId: requestIdOf(res),
      ...(session && { session }),
      ...(row?.misspelledAuth && { misspelledHeader: config.VIEW_BLOG_AUTH_HEADER }),
      ...(body && { body }),
      ...(row?.download ? { without: ofParts } : session && { without: ['range'] as const }),
    });
    const call = { path, row, headers, signal: disconnectSignal(res) };
    if (isForwarded) {
      const sent = body && { body: body.pieces, bodyLength: body.length };
      return forward(req, res, { ...call, headers: sent ? headers : withLength(method, headers), ...sent });
    }
    const user = session?.user && { user: session.user };
    const form = parts && { form: { parts } };
    return upstream.request({ ...call, method, params, json, ...form, ...user });
  }
}

function ofForm(parts: readonly Part[] | undefined): RebuiltBody | undefined {
  return parts && rebuildForm(parts);
}

function ofJson(req: Request, bytes: Buffer): RebuiltBody {
  const contentType = req.headers['content-type'] ?? 'application/json';
  return { contentType, length: bytes.length, pieces: [bytes] };
}

/**
 * Request headers that are left out for a download: its answer has to be complete, and must not come from a cache.
 * For other calls of a session only `range` is left out: a token that is split between two ranges could not be found
 * and redacted.
 */
const ofParts = ['range', 'if-none-match', 'if-modified-since'] as const;

/**
 * True for a method that changes nothing. Such a call may use a kept-alive connection that is just closing, and is
 * retried once (RFC 9110 §9.2.2).
 */
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Adds `content-length: 0` for methods that expect a body: they state a length even if there is no body (RFC 9110
 * §8.6).
 */
function withLength(method: string, headers: Record<string, string>): Record<string, string> {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
    ? { ...headers, 'content-length': '0' }
    : headers;
}
