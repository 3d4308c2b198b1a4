import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { AppError } from '../../errors.ts';
import { ArrivingAnswer } from './arriving-answer.ts';
import { ArrivingBody } from './arriving-body.ts';
import { bodyBytes } from './body-stream.ts';
import { answerMs, deadlineOf, timedLength } from './deadlines.ts';
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
    // undici's timeouts are switched off: they are exact only to half a second, and there is none for the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const kept = new Pool(url.origin, { ...options, pipelining: 1 });
  /** A connection for each call. */
  const fresh = new Pool(url.origin, { ...options, pipelining: 0 });

  const send = (pool: Pool, wanted: UpstreamRequest, silenceMs: number) =>
    new Promise<UpstreamAnswer>((resolve, reject) => {
      const { method, path, headers } = wanted;
      const call = new PooledCall(wanted, { silenceMs, idleMs: timeoutMs }, resolve, reject);
      try {
        pool.dispatch(
          { method: method as 'GET', path, headers, body: call.sent as Readable | undefined },
          call,
        );
      } catch (error) {
        call.onResponseError(undefined, error as Error);
      }
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
 * One call over the pool, with its timers: for silence while the body is sent, until the headers and between parts of
 * the answer's body, and a deadline for the whole call, so that a host that sends its answer very slowly is cut off
 * too. Uses plain callbacks, because promises, streams and abort signals would cost more than a read itself.
 */
class PooledCall implements Dispatcher.DispatchHandler {
  /** The body as it is sent. */
  readonly sent: AsyncIterable<Buffer> | undefined;
  readonly #wanted: UpstreamRequest;
  readonly #idleMs: number;
  readonly #resolve: (answer: UpstreamAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #started = performance.now();
  #silence: NodeJS.Timeout;
  #deadline: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #body: ArrivingBody | undefined;
  #isPaused = false;
  #isOver = false;

  constructor(
    wanted: UpstreamRequest,
    { silenceMs, idleMs }: { silenceMs: number; idleMs: number },
    resolve: (answer: UpstreamAnswer) => void,
    reject: (error: Error) => void,
  ) {
    const { body, signal } = wanted;
    this.#wanted = wanted;
    this.#idleMs = idleMs;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#silence = setTimeout(this.#expire, silenceMs);
    if (body) {
      // The body's stream may fail while the call waits for a connection: an error without a listener would end the
      // process.
      if (body instanceof Readable) body.on('error', () => {});
      this.sent = this.#send(body instanceof Readable ? body : bodyBytes(body));
      this.#deadline = setTimeout(this.#expire, deadlineOf(idleMs, wanted.bodyLength));
    }
    signal?.addEventListener('abort', this.#leave, { once: true });
    if (signal?.aborted) this.#leave();
  }

  /** Yields the parts of the body, and restarts the silence timer for each. */
  async *#send(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      this.#silence.refresh();
      yield chunk;
    }
    if (this.#isOver || this.#body) return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#expire, answerMs(this.#idleMs, this.#wanted.bodyLength));
  }

  readonly #leave = () => this.abort(new AppError('request.aborted', 499));
  readonly #expire = () => this.abort(new AppError('upstream.timeout', 504));

  /** Pauses the connection. While it is paused, the host does not count as silent. */
  pause(): void {
    this.#isPaused = true;
    clearTimeout(this.#silence);
    this.#controller?.pause();
  }

  resume(): void {
    if (this.#isPaused && !this.#isOver) this.#silence = setTimeout(this.#expire, this.#idleMs);
    this.#isPaused = false;
    this.#controller?.resume();
  }

  /** Ends the call for the caller immediately, even if undici still waits. */
  abort(reason: Error): void {
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    if (this.#body) this.#body.fail(error);
    else this.#reject(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    const { body, signal } = this.#wanted;
    signal?.removeEventListener('abort', this.#leave);
    if (body instanceof Readable) body.destroy();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was given up while it waited for a connection, so nothing is sent to the host.
    if (this.#isOver) controller.abort(new Error('aborted'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: UpstreamAnswer['headers'],
  ): void {
    if (status < 200 || this.#isOver) return;
    if (status > 599) {
      this.abort(unusableAnswer(new Error(`status ${status}`)));
      return;
    }
    const bytes = (this.#wanted.bodyLength ?? 0) + timedLength(headers);
    const left = deadlineOf(this.#idleMs, bytes) - (performance.now() - this.#started);
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(this.#expire, left);
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#expire, this.#idleMs);
    this.#body = new ArrivingBody(this);
    this.#resolve(new ArrivingAnswer(status, headers, this.#body));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isPaused) this.#silence.refresh();
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    this.#body?.end();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(error);
  }
}
