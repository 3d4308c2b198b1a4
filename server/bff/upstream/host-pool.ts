import type { LookupFunction } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { bodyBytes } from './body-bytes.ts';
import { exchange } from './exchange.ts';
import { unusableAnswer } from './failures.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** Error codes for a connection that the other side closed. */
const endedCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Sends calls over undici, at half the cost of http.request. `connections` is the maximum number of connections, for
 * reads and for writes separately; further calls wait for one. `timeoutMs` limits the time between two parts of a
 * body. Rejects with undici's error, or with AppError.
 */
export function createHostPool(
  url: URL,
  connections: number,
  timeoutMs: number,
  { lookup }: { lookup?: LookupFunction } = {},
) {
  const options = {
    connections,
    connect: { timeout: timeoutMs, lookup },
    allowH2: false,
    // The limit for the headers is that of `exchange`: undici's does not count the wait for a connection.
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
  };
  const kept = new Pool(url.origin, { ...options, pipelining: 1 });
  /** A connection for each call. */
  const fresh = new Pool(url.origin, { ...options, pipelining: 0 });

  const send = (pool: Pool, wanted: UpstreamRequest, silenceMs: number) =>
    exchange(wanted, { silenceMs, timeoutMs }, async (call): Promise<UpstreamAnswer> => {
      const { path, headers, body } = wanted;
      const answer = await pool.request({
        method: wanted.method as Dispatcher.HttpMethod,
        path,
        headers,
        signal: call.signal,
        body: body && (call.send(bodyBytes(body)) as unknown as Dispatcher.RequestOptions['body']),
      });
      // This empty listener is for errors before the body has a reader: an error without a listener would end the
      // process.
      answer.body.on('error', () => {});
      if (answer.statusCode > 599) {
        answer.body.destroy();
        throw unusableAnswer(new Error(`status ${answer.statusCode}`));
      }
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    });

  return {
    /**
     * Makes a read whose headers have to arrive within `silenceMs`. If its connection ends before the answer, the read
     * is repeated once: the host may have closed an idle connection just as it was used again (RFC 9110 §9.2.2).
     */
    async read(wanted: UpstreamRequest, silenceMs: number) {
      try {
        return await send(kept, wanted, silenceMs);
      } catch (error) {
        if (!endedCodes.has(String((error as { code?: unknown }).code))) throw error;
        return send(fresh, wanted, silenceMs);
      }
    },
    /** Makes a write over a new connection, because a kept-alive connection may be closing at that moment. */
    write: (wanted: UpstreamRequest) => send(fresh, wanted, timeoutMs),
    /** Resolves when no call is running. */
    quiet: () => Promise.all([kept.close(), fresh.close()]),
    destroy: () => Promise.all([kept.destroy(), fresh.destroy()]),
  };
}
