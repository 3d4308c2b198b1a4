import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Plugin, RequestHandler } from 'http-proxy-middleware';
import { unusableAnswer } from '../upstream/answers.ts';
import { bodyBytes } from '../upstream/body-bytes.ts';
import { type Exchange, exchange } from '../upstream/exchange.ts';
import type { BodyPiece, Upstream, UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';

/** The call to the host that replaces a browser's request. Of the browser's request only the method is used. */
type Call = Pick<UpstreamRequest, 'path' | 'headers' | 'row' | 'bodyLength'> & {
  body?: readonly BodyPiece[];
  signal: AbortSignal;
};

type Forwarder = (req: Request, res: Response, call: Call) => Promise<UpstreamAnswer>;

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
export function createForwarder(upstream: Upstream): Forwarder {
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
      plugins: [reportTo(underWay)],
    });
  };
  // The library is loaded on demand, because most processes forward nothing until an admin signs in to edit.
  let proxy: Promise<RequestHandler<Request, Response>> | undefined;

  async function send(req: Request, res: Response, call: Call, over: Exchange) {
    // Replaces the browser's headers, so that the library sees neither the browser's cookie nor its authorization,
    // but only the authorization with the session's token.
    req.headers = call.headers;
    const body = call.body && Readable.from(over.send(bodyBytes(call.body)), { objectMode: false });
    const answered = Promise.withResolvers<NodeAnswer>();
    underWay.set(req, {
      path: call.path,
      body,
      started(proxyReq) {
        // The library pipes the body into `proxyReq`; this ties the two together so that a failure of one ends the
        // other.
        if (body) tieBody(body, proxyReq);
        proxyReq.once('response', takeOver);
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
  return (req, res, call) =>
    upstream.guarded({ ...call, method: req.method }, () =>
      exchange(call, { silenceMs: timeoutMs, timeoutMs }, (over) => send(req, res, call, over)),
    );
}

/** Passes the proxy's events to the calls in which they occur. */
function reportTo(underWay: WeakMap<IncomingMessage, UnderWay>): Plugin<Request, Response> {
  return (server) => {
    server.on('error', (error, req) => req && underWay.get(req)?.failed(error));
    server.on('econnreset', (error, req) => underWay.get(req)?.failed(error));
    server.on('proxyReq', (proxyReq, req) => underWay.get(req)?.started(proxyReq));
  };
}

/**
 * Removes the library's listeners from an answer. They would cut the browser's connection whenever the host's
 * connection ends early. That is wrong if nothing has been sent to the browser yet (a 502 is sent then), or if the
 * BFF has stopped reading on purpose.
 */
function takeOver(answer: IncomingMessage) {
  answer.removeAllListeners('close');
  answer.removeAllListeners('error');
}

/** The answer to a request that Node's client has sent. */
type NodeAnswer = UpstreamAnswer & { body: IncomingMessage };

/**
 * Resolves with the answer to a request. When the exchange is aborted, request and answer are ended. Node's client
 * skips any number of interim answers (RFC 9110 §15.2).
 */
function answerTo(request: ClientRequest, { signal, answered }: Exchange): Promise<NodeAnswer> {
  return new Promise((resolve, reject) => {
    const end = () => request.destroy(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    request.once('close', () => signal.removeEventListener('abort', end));
    // This listener is never removed, because an error without a listener ends the process.
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
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
      const endAnswer = () => answer.destroy(signal.reason as Error);
      signal.addEventListener('abort', endAnswer, { once: true });
      answer.once('close', () => {
        signal.removeEventListener('abort', endAnswer);
        // If the answer was complete before the whole body was sent, the rest of the body is not sent.
        if (!request.writableFinished) request.destroy();
      });
      answered(answer.headers);
      resolve({ status, headers: answer.headers, body: answer });
    });
  });
}

/**
 * Ends a body when the request to which it is piped ends, and the request when the body fails. A pipe does neither.
 */
function tieBody(body: Readable, request: ClientRequest) {
  body.on('error', (error) => request.destroy(error));
  request.once('close', () => body.destroy());
}
