import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import {
  bodyFailure,
  isJson,
  joinParts,
  jsonAnswerBytes,
  tooLarge,
  unusableAnswer,
  WholeAnswer,
} from './answers.ts';
import { bodyBytes } from './body-bytes.ts';
import { type Exchange, exchange } from './exchange.ts';
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
    exchange(wanted, { silenceMs, timeoutMs }, (call) => {
      const { method, path, headers, body } = wanted;
      const sent = body && (call.send(bodyBytes(body)) as unknown as Readable);
      const reader = new AnswerReader(call);
      try {
        pool.dispatch({ method: method as Dispatcher.HttpMethod, path, headers, body: sent }, reader);
      } catch (error) {
        reader.onResponseError(undefined, error as Error);
      }
      return reader.answer.promise;
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

/**
 * Reads one answer: JSON as a whole, because nearly all answers are short JSON, for which a stream would cost more than
 * everything else that is done with them; anything else as a stream.
 */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly answer = Promise.withResolvers<UpstreamAnswer>();
  readonly #call: Exchange;
  #whole:
    | { status: number; headers: UpstreamAnswer['headers']; chunks: Buffer[]; length: number }
    | undefined;
  #stream: Readable | undefined;

  constructor(call: Exchange) {
    this.#call = call;
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#call.whenOver((reason) => controller.abort(reason));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: UpstreamAnswer['headers'],
  ) {
    if (status < 200) return;
    if (status > 599) {
      controller.abort(unusableAnswer(new Error(`status ${status}`)));
      return;
    }
    this.#call.answered(headers);
    if (isJson({ headers })) {
      this.#whole = { status, headers, chunks: [], length: 0 };
      if (Number(headers['content-length']) > jsonAnswerBytes) controller.abort(tooLarge(jsonAnswerBytes));
      return;
    }
    const body = new Readable({
      read: () => controller.resume(),
      destroy(error, done) {
        if (!this.readableEnded) controller.abort(error ?? new Error('the answer has no reader'));
        done(error);
      },
    });
    // This empty listener is for errors before the body has a reader: an error without a listener would end the process.
    body.on('error', () => {});
    this.#stream = body;
    this.answer.resolve({ status, headers, body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.#stream?.push(chunk) === false) controller.pause();
    const whole = this.#whole;
    if (!whole) return;
    whole.chunks.push(chunk);
    whole.length += chunk.length;
    if (whole.length > jsonAnswerBytes) controller.abort(tooLarge(jsonAnswerBytes));
  }

  onResponseEnd() {
    this.#stream?.push(null);
    if (!this.#whole) return;
    const { status, headers, chunks, length } = this.#whole;
    this.answer.resolve(new WholeAnswer(status, headers, joinParts(chunks, length)));
  }

  onResponseError(_controller: unknown, error: Error) {
    this.#stream?.destroy(error);
    this.answer.reject(this.#whole ? bodyFailure(error) : error);
  }
}
