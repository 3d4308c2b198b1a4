import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Plugin, RequestHandler } from 'http-proxy-middleware';
import { Exchange, timedLength } from '../upstream/exchange.ts';
import { unusableAnswer, upstreamFailure } from '../upstream/failures.ts';
import type { HttpAnswer } from '../upstream/http-client.ts';
import type { GiveUpSignal, Upstream, UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';

/** A call that is under way: how its answer or failure gets back to who asked. */
interface UnderWay {
  path: string;
  exchange: Exchange;
  answer(answer: HttpAnswer): void;
  fail(error: unknown): void;
}

export type BodylessProxy = (
  req: Request,
  res: Response,
  call: Pick<UpstreamRequest, 'path' | 'headers' | 'row'> & { signal: GiveUpSignal },
) => Promise<UpstreamAnswer>;

/**
 * Calls that change something and have no body, over http-proxy-middleware: it carries them there and gives the answer back, and that is all that it
 * does. One instance for all calls, because each adds a listener to the server. What it does by itself is left out: it
 * copies no header of the browser (they are replaced before it sees the request), writes no answer and no error page
 * (selfHandleResponse, no plugins of its own), has no time-outs (the exchange's clocks) and keeps no connections: a
 * call that changes something must not meet one that is just closing.
 *
 * Rejects with AppError like `Upstream.request`.
 */
export function createBodylessProxy(upstream: Upstream): BodylessProxy {
  const underWay = new WeakMap<IncomingMessage, UnderWay>();
  const createProxy = async () => {
    const { createProxyMiddleware } = await import('http-proxy-middleware');
    return createProxyMiddleware<Request, Response>({
      target: upstream.url.origin,
      agent: false,
      selfHandleResponse: true,
      // The path has been judged.
      pathFilter: () => true,
      pathRewrite: (path, req) => underWay.get(req)?.path ?? path,
      ejectPlugins: true,
      plugins: [reportTo(underWay)],
    });
  };
  let made: Promise<RequestHandler<Request, Response>> | undefined;

  const send: BodylessProxy = async (req, res, call) => {
    const exchange = new Exchange(upstream.timeoutMs, upstream.deadlineMs(), call.signal);
    // From here on the request has no cookie and no authorization but the token's, wherever the library looks.
    req.headers = call.headers;
    const answered = new Promise<HttpAnswer>((answer, fail) => {
      underWay.set(req, { path: call.path, exchange, answer, fail });
      // Most processes pass nothing on this way until somebody signs in to edit.
      made ??= createProxy();
      made
        .then((proxy) =>
          proxy(req, res, (error) => fail(error ?? new Error('the proxy let the request pass'))),
        )
        .catch(fail);
    });
    try {
      const answer = await Promise.race([answered, exchange.givenUp()]);
      takeOver(answer);
      // Otherwise a body that came too slowly would be told as one that was cut.
      const { signal } = exchange;
      signal.addEventListener('abort', () => answer.body.destroy(signal.reason), { once: true });
      answer.body.once('close', () => exchange.end());
      const lastMs = upstream.deadlineMs(timedLength(answer.headers));
      exchange.answered(lastMs, answer.body, upstream.timeoutMs);
      return answer;
    } catch (error) {
      exchange.end();
      throw upstreamFailure(error);
    }
  };
  return (req, res, call) => upstream.guarded({ ...call, method: req.method }, () => send(req, res, call));
}

/** Passes the proxy's events on to the call that they belong to. */
function reportTo(underWay: WeakMap<IncomingMessage, UnderWay>): Plugin<Request, Response> {
  return (server) => {
    server.on('error', (error, req) => req && underWay.get(req)?.fail(error));
    server.on('econnreset', (error, req) => underWay.get(req)?.fail(error));
    server.on('proxyReq', (proxyReq, req) => {
      const call = underWay.get(req);
      if (call) watch(proxyReq, call);
    });
    server.on('proxyRes', (proxyRes, req) => {
      const call = underWay.get(req);
      const status = proxyRes.statusCode ?? 0;
      if (!call) proxyRes.destroy();
      // Node takes any three digits for a status, and dies of answering with one that it does not know itself.
      else if (status < 200 || status > 599) call.fail(unusableAnswer(new Error(`status ${status}`)));
      else call.answer({ status, headers: proxyRes.headers, body: proxyRes });
    });
  };
}

/**
 * The answer is ours from here on. The library would cut the browser's connection as soon as the answer closes before its end,
 * also while nothing was sent and a clear 502 can still be, and also when it was we who did not want the rest.
 */
function takeOver({ body }: UpstreamAnswer): void {
  body.removeAllListeners('close');
  body.removeAllListeners('error');
  // Who reads it sees its errors; between now and then nobody listens, and an error that nobody hears ends the process.
  body.on('error', () => {});
}

/** Ends the call to the host when its time is up or the browser has left, and when the host leaves HTTP. */
function watch(proxyReq: ClientRequest, call: UnderWay): void {
  const { signal } = call.exchange;
  const end = () => proxyReq.destroy(signal.reason);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  // Nobody asked for another protocol; without a listener the call would hang.
  proxyReq.on('upgrade', (_answer, socket) => {
    socket.destroy();
    call.fail(unusableAnswer(new Error('the host switched protocols')));
  });
}
