import { once } from 'node:events';
import { type AgentOptions, type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { bodyBytes } from './body-stream.ts';
import type { Exchange } from './exchange.ts';
import { answerTo, type NodeAnswer, tieBody } from './node-exchange.ts';
import type { UpstreamRequest } from './upstream.ts';

/**
 * Node's own client, for what neither library can carry. http-proxy-middleware forwards requests of browsers, and calls such as sign-in,
 * queued forms and calls to hosts with other names have none. undici fails at a 100 Continue that was not asked for (RFC 9110
 * §15.2), when the host may have done what it was asked to, and a write is never sent a second time (docs/decisions/0068).
 */
export interface HttpClient {
  /** On a new connection: a kept-alive one may be closing at this very moment. */
  write(wanted: UpstreamRequest, exchange: Exchange): Promise<NodeAnswer>;
  /** Over kept-alive connections; sent once more if its connection was just closing. */
  read(wanted: UpstreamRequest, exchange: Exchange): Promise<NodeAnswer>;
  /** Resolves when no request is under way. */
  quiet(): Promise<void>;
  destroy(): void;
}

/** `connections` limits those of reads and those of writes; further requests wait. `dialling` is how they are made. */
export function createHttpClient(
  url: URL,
  connections: number,
  dialling: Pick<AgentOptions, 'lookup'> = {},
): HttpClient {
  const isHttps = url.protocol === 'https:';
  const open = isHttps ? requestHttps : requestHttp;
  const Agent = isHttps ? HttpsAgent : HttpAgent;
  const keepAlive = new Agent({ ...dialling, keepAlive: true, maxSockets: connections });
  const single = new Agent({ ...dialling, keepAlive: false, maxSockets: connections });
  const running = new Set<ClientRequest>();

  /** Throws for a path or a header that cannot be sent. */
  function begin({ method, path, headers }: UpstreamRequest, agent: typeof keepAlive): ClientRequest {
    const request = open(url, { method, path, headers, agent });
    running.add(request);
    request.once('close', () => running.delete(request));
    return request;
  }

  function send(request: ClientRequest, { body }: UpstreamRequest, exchange: Exchange): Promise<NodeAnswer> {
    const answered = answerTo(request, exchange);
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) request.end(body);
    else {
      const bytes = exchange.send(body instanceof Readable ? body : bodyBytes(body));
      const stream = Readable.from(bytes, { objectMode: false });
      tieBody(stream, request);
      stream.pipe(request);
    }
    return answered;
  }

  return {
    write: async (wanted, exchange) => send(begin(wanted, single), wanted, exchange),
    async read(wanted, exchange) {
      const request = begin(wanted, keepAlive);
      try {
        return await send(request, wanted, exchange);
      } catch (error) {
        if (!request.reusedSocket || !isEnd(error) || exchange.signal.aborted) throw error;
        return send(begin(wanted, single), wanted, exchange);
      }
    },
    async quiet() {
      await Promise.all([...running].map((request) => once(request, 'close')));
    },
    destroy() {
      keepAlive.destroy();
      single.destroy();
    },
  };
}

/** The other side ended the connection before any answer. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
