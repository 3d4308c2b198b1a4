import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Plugin, RequestHandler } from 'http-proxy-middleware';
import { bodyBytes } from '../upstream/body-stream.ts';
import type { Exchange } from '../upstream/exchange.ts';
import { answerTo, exchangeOverNode, type NodeAnswer, tieBody } from '../upstream/node-exchange.ts';
import type {
  BodyPiece,
  GiveUpSignal,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from '../upstream/upstream.ts';

/** A call to the host in place of a browser's request: only the method of that request is sent. */
type Call = Pick<UpstreamRequest, 'path' | 'headers' | 'row' | 'bodyLength'> & {
  body?: readonly BodyPiece[];
  signal: GiveUpSignal;
};

export type Forwarder = (req: Request, res: Response, call: Call) => Promise<UpstreamAnswer>;

/** A running call, with the callbacks that report its outcome to the caller. */
interface UnderWay {
  path: string;
  /** Undefined for a call without a body: the browser's request has none either. */
  body: Readable | undefined;
  started(proxyReq: ClientRequest): void;
  failed(error: unknown): void;
}

/**
 * Forwards changing requests of browsers over http-proxy-middleware. The body comes from the gate, not from the
 * browser's socket. One instance serves all calls, because each instance adds a listener to the server. The library's
 * defaults are switched off: it copies no header of the browser (they are replaced before it sees the request),
 * writes no answer and no error page (selfHandleResponse, no plugins of its own), has no timeouts (the exchange has
 * timers) and keeps no connections alive: a changing call must not use a connection that is just closing, since it is
 * never sent twice. Rejects with AppError like `Upstream.request`.
 */
export function createForwarder(upstream: Upstream): Forwarder {
  const underWay = new WeakMap<IncomingMessage, UnderWay>();
  const createProxy = async () => {
    const { createProxyMiddleware } = await import('http-proxy-middleware');
    return createProxyMiddleware<Request, Response>({
      target: upstream.url.origin,
      agent: false,
      selfHandleResponse: true,
      // The path has been checked before.
      pathFilter: () => true,
      pathRewrite: (path, req, _res, options) => {
        const call = underWay.get(req);
        // The options belong to this request alone.
        if (options && call?.body) options.buffer = call.body;
        return call?.path ?? path;
      },
      ejectPlugins: true,
      plugins: [reportTo(underWay)],
    });
  };
  // Loaded on demand: most processes forward nothing until an admin signs in to edit.
  let proxy: Promise<RequestHandler<Request, Response>> | undefined;

  async function send(req: Request, res: Response, call: Call, exchange: Exchange): Promise<NodeAnswer> {
    // From here on the library sees a request without the browser's cookie and authorization; only the token's
    // authorization remains.
    req.headers = call.headers;
    const body = call.body && Readable.from(exchange.send(bodyBytes(call.body)), { objectMode: false });
    const answered = Promise.withResolvers<NodeAnswer>();
    underWay.set(req, {
      path: call.path,
      body,
      started(proxyReq) {
        // The library pipes the body.
        if (body) tieBody(body, proxyReq);
        proxyReq.once('response', takeOver);
        answered.resolve(answerTo(proxyReq, exchange));
      },
      failed: answered.reject,
    });
    proxy ??= createProxy();
    (await proxy)(req, res, (error) =>
      answered.reject(error ?? new Error('the proxy let the request pass')),
    ).catch(answered.reject);
    return answered.promise;
  }

  return (req, res, call) =>
    upstream.guarded({ ...call, method: req.method }, () => {
      const { timeoutMs } = upstream;
      return exchangeOverNode(call, { silenceMs: timeoutMs, idleMs: timeoutMs }, (exchange) =>
        send(req, res, call, exchange),
      );
    });
}

/** Passes the proxy's events to the call that they belong to. */
function reportTo(underWay: WeakMap<IncomingMessage, UnderWay>): Plugin<Request, Response> {
  return (server) => {
    server.on('error', (error, req) => req && underWay.get(req)?.failed(error));
    server.on('econnreset', (error, req) => underWay.get(req)?.failed(error));
    server.on('proxyReq', (proxyReq, req) => underWay.get(req)?.started(proxyReq));
  };
}

/**
 * Takes an answer over from the library, which would cut the browser's connection as soon as the answer closes early:
 * even before anything was sent, when a clear 502 is still possible, and even if the BFF discards the rest.
 */
function takeOver(answer: IncomingMessage): void {
  answer.removeAllListeners('close');
  answer.removeAllListeners('error');
}
