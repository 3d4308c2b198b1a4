import { once } from 'node:events';
import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { Exchange } from './exchange.ts';
import { unusableAnswer } from './failures.ts';
import { sendPieces } from './send-pieces.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** An answer over Node's own client. */
export type HttpAnswer = UpstreamAnswer & { body: IncomingMessage };

/** The API host over Node's own client, which takes any number of interim answers before the final one (RFC 9110 §15.2). */
export interface HttpClient {
  /** On a connection of its own: a kept-alive one may be closing at this very moment, and a write is never sent a second time. */
  write(wanted: UpstreamRequest, exchange: Exchange): Promise<HttpAnswer>;
  /** Over kept-alive connections; sent once more when the one that it met was closing. */
  read(wanted: UpstreamRequest, exchange: Exchange): Promise<HttpAnswer>;
  /** Resolves when nothing runs any more. */
  quiet(): Promise<void>;
  destroy(): void;
}

/** `connections` is how many there may be of each kind; what comes on top waits. `dialling` is how they are made. */
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

  function send(
    wanted: UpstreamRequest,
    exchange: Exchange,
    agent: typeof keepAlive,
    started: (request: ClientRequest) => void = () => {},
  ): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      // Throws for a path or a header that cannot go onto the wire.
      const request = open(url, { method: wanted.method, path: wanted.path, headers: wanted.headers, agent });
      started(request);
      const end = () => request.destroy(exchange.signal.reason as Error);
      if (exchange.signal.aborted) end();
      else exchange.signal.addEventListener('abort', end, { once: true });
      running.add(request);
      request.once('close', () => {
        running.delete(request);
        exchange.signal.removeEventListener('abort', end);
      });
      // Stays for good: an error that nobody hears ends the process.
      request.on('error', (error) => reject(exchange.signal.aborted ? exchange.signal.reason : error));
      // Nobody asked for another protocol; without a listener the connection would end without a reason.
      request.on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(unusableAnswer(new Error('the host switched protocols')));
      });
      request.on('response', (answer) => {
        const status = answer.statusCode ?? 0;
        // Between now and its first reader it has no other listener.
        answer.on('error', () => {});
        if (status < 200 || status > 599) {
          answer.destroy();
          reject(unusableAnswer(new Error(`status ${status}`)));
          return;
        }
        const endAnswer = () => answer.destroy(exchange.signal.reason as Error);
        exchange.signal.addEventListener('abort', endAnswer, { once: true });
        answer.once('close', () => {
          exchange.signal.removeEventListener('abort', endAnswer);
          // An answer that came before the whole body had gone out: nobody waits for the rest.
          if (!request.writableFinished) request.destroy();
        });
        resolve({ status, headers: answer.headers, body: answer });
      });
      const { body } = wanted;
      if (body instanceof Readable) pipeline(exchange.send(body), request, () => {});
      else if (Array.isArray(body)) void sendPieces(body, request, () => exchange.progress());
      else request.end(body);
    });
  }

  return {
    write: (wanted, exchange) => send(wanted, exchange, single),
    async read(wanted, exchange) {
      let sent: ClientRequest | undefined;
      try {
        return await send(wanted, exchange, keepAlive, (request) => {
          sent = request;
        });
      } catch (error) {
        if (!sent?.reusedSocket || !isEnd(error) || exchange.signal.aborted) throw error;
        return send(wanted, exchange, single);
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

/** The other side ended the connection, without a word of an answer. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
