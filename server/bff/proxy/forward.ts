import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { Config } from '../../config.ts';
import { endWithBytes } from '../../http/ready-answer.ts';
import { requestIdOf } from '../../http/requests.ts';
import { callOf, withReceipt } from '../call.ts';
import { type Capabilities, callMissing } from '../capabilities.ts';
import { presentAnswer } from '../reads/present.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import { readTokenAnswer } from '../session/sign-in/sign-in.ts';
import {
  asObject,
  guardAnswer,
  isRefusal,
  isUsableToken,
  tokenEnd,
  tokenIn,
  withoutSecrets,
} from '../session/token-in-answers.ts';
import { type RewriteRules, rewriteRules } from '../upstream/addresses.ts';
import {
  dumpAnswer,
  hasNoBody,
  hostFailure,
  isJson,
  isRedirect,
  readJson,
  redirectError,
  refusalEnvelope,
  refusalError,
  unusableAnswer,
} from '../upstream/answers.ts';
import { bodyBytes, rebuildForm } from '../upstream/body-bytes.ts';
import { disconnectSignal, type Exchange, exchange } from '../upstream/exchange.ts';
import { browserHeaders, setHead, upstreamHeaders, withCacheRule } from '../upstream/headers.ts';
import {
  type BodyPiece,
  isSafe,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../upstream/upstream.ts';
import { isDownload, sendDownload } from './media.ts';

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

  async function relay(answer: UpstreamAnswer, req: Request, res: Response) {
    const { session } = callOf(res);
    if (session && isRefresh(req, res) && answer.status < 300 && !isEmpty(answer, req)) {
      return sendRefreshed(answer, res, sessions, session);
    }
    const guarded = await guardAnswer(answer, res, log);
    return relayAnswer(guarded, req, res, {
      sessions,
      capabilities,
      rules: rewriteRules(req.host, upstream, config),
      log,
    });
  }

  function send(req: Request, res: Response) {
    const { row, params, session, json, parts } = callOf(res);
    const { method, originalUrl: path } = req;
    const isForwarded = !isSafe(method) && !upstream.isMapped;
    // A host mapped by host.json gets the parts of a form, so no body is rebuilt for it.
    const body = json
      ? {
          contentType: req.headers['content-type'] ?? 'application/json',
          length: json.bytes.length,
          pieces: [json.bytes],
        }
      : isForwarded
        ? parts && rebuildForm(parts)
        : undefined;
    const headers = upstreamHeaders(req, {
      url: upstream.url,
      requestId: requestIdOf(res),
      session,
      misspelledHeader: row?.misspelledAuth && config.VIEW_BLOG_AUTH_HEADER,
      body,
      without: row?.download ? ofParts : session && ['range'],
    });
    const call = { path, row, headers, signal: disconnectSignal(res) };
    if (isForwarded) {
      const sent = body && { body: body.pieces, bodyLength: body.length };
      // A method that expects a body states a length even if there is no body (RFC 9110 §8.6).
      return forward(req, res, { ...call, headers: { 'content-length': '0', ...headers }, ...sent });
    }
    const form = parts && { parts };
    return upstream.request({ ...call, method, params, json, form, user: session?.user });
  }
}

/**
 * Request headers that are left out for a download: its answer has to be complete, and must not come from a cache.
 * For other calls of a session only `range` is left out: a token that is split between two ranges could not be found
 * and redacted.
 */
const ofParts = ['range', 'if-none-match', 'if-modified-since'] as const;

export interface RelayOptions {
  sessions: Sessions;
  /** Records from the answers which calls the host supports. */
  capabilities: Capabilities;
  rules: RewriteRules;
  log: Logger;
}

/**
 * Relays an answer of the API host to the browser. A failure before anything was sent is thrown as AppError. A
 * failure after the headers were sent cuts the browser's connection, so that a partial body never passes for a
 * complete one.
 */
export async function relayAnswer(
  answer: UpstreamAnswer,
  req: Request,
  res: Response,
  options: RelayOptions,
) {
  const { row, session } = callOf(res);
  if (answer.status === 401 && session) options.sessions.endRefused(res, session);
  if (answer.status >= 500) throw await hostFailure(answer);
  if (isRedirect(answer.status)) throw redirectError(answer, options.rules);
  if (row?.download && answer.status < 400) await sendDownload(answer, req, res);
  else if (isEmpty(answer, req)) {
    if (answer.status < 300) await noteNewPassword(undefined, res, options);
    sendEmpty(answer, req, res);
  } else if (answer.status >= 400) await sendRefusal(answer, res, options);
  else if (row) await sendJson(answer, res, row, options);
  else await sendUnchanged(answer, res);
}

/**
 * Sends a refusal of the host. The text is the host's if the refusal is JSON; if not, or if the host lacks the call,
 * the text is this site's.
 */
async function sendRefusal(answer: UpstreamAnswer, res: Response, { capabilities }: RelayOptions) {
  const { row } = callOf(res);
  const headers = browserHeaders(answer.headers, { sameBytes: false });
  const envelope = isJson(answer) ? refusalEnvelope(answer.status, await readJson(answer)) : undefined;
  if (!envelope) dumpAnswer(answer);
  if (row && capabilities.isMissing(row, answer.status, envelope?.message)) throw callMissing();
  if (!envelope) throw refusalError(answer.status, headers);
  sendHead(answer.status, headers, res);
  res.json(envelope);
}

/** Sends the answer to a call of the contract. */
async function sendJson(answer: UpstreamAnswer, res: Response, row: ContractRow, options: RelayOptions) {
  if (!isJson(answer)) throw wrongType(answer);
  const json = await readJson(answer);
  const object = asObject(json) ?? {};
  callOf(res).answered = { isRefusal: isRefusal(object, false), id: asObject(object.data)?.id };
  await noteNewPassword(json, res, options);
  await presentAnswer(json, row, options.rules);
  const { etag: _etag, ...headers } = browserHeaders(answer.headers, { sameBytes: false });
  sendHead(answer.status, headers, res);
  res.json(withReceipt(res, json));
}

/**
 * Sends the answer for a path that the contract does not list, with its bytes unchanged. Throws AppError if the
 * answer is a page or a script.
 */
async function sendUnchanged(answer: UpstreamAnswer, res: Response) {
  if (!isJson(answer) && !isDownload(answer)) throw wrongType(answer);
  sendHead(answer.status, browserHeaders(answer.headers, { sameBytes: true }), res);
  if (answer.bytes) endWithBytes(res, answer.bytes);
  // If the host's or the browser's connection fails, both are destroyed, so that the browser sees a cut connection
  // and never a clean end.
  else await pipeline(answer.body, res).catch(() => {});
}

function sendEmpty(answer: UpstreamAnswer, req: Request, res: Response) {
  dumpAnswer(answer);
  const { 'content-type': type, ...headers } = browserHeaders(answer.headers, { sameBytes: false });
  if (req.method === 'HEAD' && type) headers['content-type'] = type;
  sendHead(answer.status, headers, res);
  res.end();
}

/**
 * If the host has accepted a new password, browsers that signed in with the old password no longer count as known.
 * Called for a 2xx answer.
 */
async function noteNewPassword(json: unknown, res: Response, { sessions, log }: RelayOptions) {
  if (callOf(res).row?.name !== contract.changePassword.name) return;
  if (isRefusal(asObject(json) ?? {}, false)) return;
  // A failure of this site's database is only logged: the host has the new password already, so the change must not
  // look failed.
  await sessions.passwordChanged(res).catch((error: unknown) => {
    log.error(
      { id: requestIdOf(res), err: error },
      'device cookies of the old password are not revoked yet; retrying',
    );
  });
}

function sendHead(status: number, headers: Record<string, string>, res: Response) {
  setHead(res, status, withCacheRule(headers, callOf(res).session !== undefined));
}

function isEmpty(answer: UpstreamAnswer, req: Request) {
  return req.method === 'HEAD' || hasNoBody(answer);
}

function wrongType(answer: UpstreamAnswer) {
  dumpAnswer(answer);
  return unusableAnswer(new Error(`content-type ${answer.headers['content-type'] ?? 'missing'}`));
}

/**
 * True for the call by which a session requests a new token from its host: a POST that the contract does not list,
 * and whose path ends in /refresh or /refresh-token. A GET never changes a session.
 */
function isRefresh(req: Request, res: Response) {
  const { row, session } = callOf(res);
  if (row || !session || req.method !== 'POST') return false;
  return /\/refresh(-token)?$/.test(req.originalUrl.split('?', 1)[0] ?? '');
}

/**
 * Seals the new token of a refreshed session into its cookie, and sends the rest of the host's answer to the browser.
 * If the answer is not JSON, or the token does not fit into a header or a cookie, throws AppError 502 and leaves the
 * session unchanged.
 */
async function sendRefreshed(answer: UpstreamAnswer, res: Response, sessions: Sessions, session: Session) {
  const json = await readTokenAnswer(answer, 'refresh');
  const object = asObject(json);
  const token = object && tokenIn(object);
  if (object && token !== undefined && !isRefusal(object, true)) {
    if (!isUsableToken(token)) throw unusableAnswer(new Error('the new token cannot be sent in a header'));
    await sessions.replaceToken(res, session, token, tokenEnd(object, Date.now()));
  }
  const tokens = token === undefined ? [session.token] : [session.token, token];
  // No header of the host is passed on: any of them may repeat a token.
  res.status(answer.status).json(tokens.reduce(withoutSecrets, json));
}

/** The call to the host that replaces a browser's request. Of the browser's request only the method is used. */
type Call = Pick<UpstreamRequest, 'path' | 'headers' | 'row' | 'bodyLength'> & {
  body?: readonly BodyPiece[];
  signal: AbortSignal;
};

/** A call that is in progress, with the callbacks that report its outcome. */
interface UnderWay {
  path: string;
  /** Undefined for a call without a body. */
  body: Readable | undefined;
  started(proxyReq: ClientRequest): void;
  failed(error: unknown): void;
}

/**
 * Creates the forwarder, which sends changing requests of browsers to the host with http-proxy-middleware. The body
 * comes from the upload gate, not from the browser's socket. One instance serves all calls, because each instance
 * adds a listener to the server. The library's defaults are switched off:
 * - The library copies no header of the browser, because the headers are replaced before the library sees the request.
 * - It writes no answer and no error page (selfHandleResponse, no plugins of its own).
 * - It has no timeouts; `exchange` has them.
 * - It keeps no connections alive, because a changing call must not use a connection that is just closing: such a call is
 *   never sent twice.
 * Rejects with AppError like `Upstream.request`.
 */
function createForwarder(upstream: Upstream) {
  const underWay = new WeakMap<IncomingMessage, UnderWay>();
  const createProxy = async () => {
    const { createProxyMiddleware } = await import('http-proxy-middleware');
    return createProxyMiddleware<Request, Response>({
      target: upstream.url.origin,
      agent: false,
      selfHandleResponse: true,
      // The path has been checked before, so the library accepts every path.
      pathFilter: () => true,
      pathRewrite: (path, req, _res, options) => {
        const call = underWay.get(req);
        // Setting an option here affects only this request, because the library passes an object for each request.
        if (options && call?.body) options.buffer = call.body;
        return call?.path ?? path;
      },
      ejectPlugins: true,
      plugins: [
        // Passes the proxy's events to the calls in which they occur.
        (server) => {
          server.on('error', (error, req) => req && underWay.get(req)?.failed(error));
          server.on('econnreset', (error, req) => underWay.get(req)?.failed(error));
          server.on('proxyReq', (proxyReq, req) => underWay.get(req)?.started(proxyReq));
        },
      ],
    });
  };
  // The library is loaded on demand, because most processes forward nothing until an admin signs in to edit.
  let proxy: ReturnType<typeof createProxy> | undefined;

  async function send(req: Request, res: Response, call: Call, over: Exchange) {
    // Replaces the browser's headers, so that the library sees neither the browser's cookie nor its authorization,
    // but only the authorization with the session's token.
    req.headers = call.headers;
    const body = call.body && Readable.from(over.send(bodyBytes(call.body)), { objectMode: false });
    const answered = Promise.withResolvers<UpstreamAnswer>();
    underWay.set(req, {
      path: call.path,
      body,
      started(proxyReq) {
        // The library pipes the body into `proxyReq`. A pipe ends neither the body when the request ends, nor the
        // request when the body fails.
        body?.on('error', (error) => proxyReq.destroy(error));
        proxyReq.once('close', () => body?.destroy());
        // Removes the library's listeners from the answer. They would cut the browser's connection whenever the host's
        // connection ends early. That is wrong if nothing has been sent to the browser yet (a 502 is sent then), or if
        // the BFF has stopped reading on purpose.
        proxyReq.once('response', (answer) => {
          answer.removeAllListeners('close');
          answer.removeAllListeners('error');
        });
        answered.resolve(answerTo(proxyReq, over));
      },
      failed: answered.reject,
    });
    proxy ??= createProxy();
    (await proxy)(req, res, (error) =>
      answered.reject(error ?? new Error('the proxy let the request pass')),
    ).catch(answered.reject);
    return answered.promise;
  }

  const { timeoutMs } = upstream;
  return (req: Request, res: Response, call: Call) =>
    upstream.guarded({ ...call, method: req.method }, () =>
      exchange(call, { silenceMs: timeoutMs, timeoutMs }, (over) => send(req, res, call, over)),
    );
}

/**
 * Resolves with the answer to a request. When the exchange is aborted, request and answer are ended. Node's client
 * skips any number of interim answers (RFC 9110 §15.2).
 */
function answerTo(request: ClientRequest, over: Exchange): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    over.whenOver((reason) => request.destroy(reason));
    // This listener is never removed, because an error without a listener ends the process.
    request.on('error', reject);
    // Without this listener, an unsolicited protocol upgrade would end the connection without a reason, or never end
    // it.
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(unusableAnswer(new Error('the host switched protocols')));
    });
    request.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      // This empty listener is for errors before the answer has a reader: an error without a listener would end the
      // process.
      answer.on('error', () => {});
      // Node's client accepts any three digits as a status, but Node throws when it has to send a status that is out
      // of range. So an answer with such a status counts as unusable.
      if (status < 200 || status > 599) {
        answer.destroy();
        reject(unusableAnswer(new Error(`status ${status}`)));
        return;
      }
      // The reason is passed on, so that a body that was too slow can be distinguished from a body that was cut.
      over.whenOver((reason) => {
        request.destroy(reason);
        answer.destroy(reason);
      });
      answer.once('close', () => {
        // If the answer was complete before the whole body was sent, the rest of the body is not sent.
        if (!request.writableFinished) request.destroy();
      });
      over.answered(answer.headers);
      resolve({ status, headers: answer.headers, body: answer });
    });
  });
}
