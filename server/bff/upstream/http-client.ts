import { once } from 'node:events';
import { type AgentOptions, type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { bodyBytes } from './body-stream.ts';
import type { Exchange } from './exchange.ts';
import { answerTo, type NodeAnswer, tieBody } from './node-exchange.ts';
import type { UpstreamRequest } from './upstream.ts';

/**
 * Node's own HTTP client, for calls that can be made neither with http-proxy-middleware nor with undici:
 * - http-proxy-middleware can only forward requests of browsers. Sign-in, queued forms, and calls that host.json
 *   translates are not such requests.
 * - undici fails at an unsolicited 100 Continue (RFC 9110 §15.2). The host may have executed the write by then, and a
 *   write is never sent twice (docs/decisions/0068).
 *
 * `connections` is the maximum number of connections, for reads and for writes separately; further requests wait.
 * `dialling` contains options for opening connections.
 */
export function createHttpClient(url: URL, connections: number, dialling: Pick<AgentOptions, 'lookup'> = {}) {
  const isHttps = url.protocol === 'https:';
  const open = isHttps ? requestHttps : requestHttp;
  const Agent = isHttps ? HttpsAgent : HttpAgent;
  const keepAlive = new Agent({ ...dialling, keepAlive: true, maxSockets: connections });
  const single = new Agent({ ...dialling, keepAlive: false, maxSockets: connections });
  const running = new Set<ClientRequest>();

  /** Starts a request. Throws for a path or a header that cannot be sent. */
  function begin({ method, path, headers }: UpstreamRequest, agent: typeof keepAlive): ClientRequest {
    const request = open(url, { method, path, headers, agent });
    running.add(request);
    request.once('close', () => running.delete(request));
    return request;
  }

  function send(request: ClientRequest, { body }: UpstreamRequest, exchange: Exchange): Promise<NodeAnswer> {
    const answered = answerTo(request, exchange);
    if (body === undefined) request.end();
    else {
      const bytes = exchange.send(body instanceof Readable ? body : bodyBytes(body));
      const stream = Readable.from(bytes, { objectMode: false });
      tieBody(stream, request);
      stream.pipe(request);
    }
    return answered;
  }

  return {
    /** Sends a write over a new connection, because a kept-alive connection may be closing at that moment. */
    write: async (wanted: UpstreamRequest, exchange: Exchange) =>
      send(begin(wanted, single), wanted, exchange),
    /** Sends a read over a kept-alive connection, and retries it once if the connection was just closing. */
    async read(wanted: UpstreamRequest, exchange: Exchange): Promise<NodeAnswer> {
      const request = begin(wanted, keepAlive);
      try {
        return await send(request, wanted, exchange);
      } catch (error) {
        if (!request.reusedSocket || !isEnd(error) || exchange.signal.aborted) throw error;
        return send(begin(wanted, single), wanted, exchange);
      }
    },
    /** Resolves when no request is running. */
    async quiet() {
      await Promise.all([...running].map((request) => once(request, 'close')));
    },
    destroy() {
      keepAlive.destroy();
      single.destroy();
    },
  };
}

/** True if the other side closed the connection before any answer. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
