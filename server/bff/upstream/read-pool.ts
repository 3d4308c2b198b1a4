import { type Dispatcher, Pool } from 'undici';
import { AppError } from '../../errors.ts';
import { ArrivingAnswer } from './arriving-answer.ts';
import { ArrivingBody } from './arriving-body.ts';
import { deadlineOf, timedLength } from './exchange.ts';
import { unusableAnswer } from './failures.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/**
 * Makes reads over kept-alive connections of undici, at half the cost of http.request. `connections` is the maximum
 * number of connections; further reads wait for one. `timeoutMs` limits the time between two parts of a body.
 */
export function createReadPool(url: URL, connections: number, timeoutMs: number) {
  // undici's timeouts are switched off: they are exact only to half a second, and there is none for the whole read.
  const pool = new Pool(url, {
    connections,
    connect: { timeout: timeoutMs },
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  });
  return {
    /** Makes a read whose headers have to arrive within `silenceMs`. Rejects with undici's error, or with AppError. */
    read: (wanted: UpstreamRequest, silenceMs: number) =>
      new Promise<UpstreamAnswer>((resolve, reject) => {
        const { method, path, headers } = wanted;
        const read = new PooledRead(wanted, { silenceMs, idleMs: timeoutMs }, resolve, reject);
        try {
          pool.dispatch({ method: method as 'GET', path, headers }, read);
        } catch (error) {
          read.onResponseError(undefined, error as Error);
        }
      }),
    /** Resolves when no read is running. */
    quiet: () => pool.close(),
    destroy: () => pool.destroy(),
  };
}

/**
 * One read over the pool, with its timers: for silence until the headers and between parts of the body, and a
 * deadline for the whole read, so that a host that sends its answer very slowly is cut off too. Uses plain callbacks,
 * because promises, streams and abort signals would cost more than the read itself.
 */
class PooledRead implements Dispatcher.DispatchHandler {
  readonly #signal: UpstreamRequest['signal'];
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
    { signal }: UpstreamRequest,
    { silenceMs, idleMs }: { silenceMs: number; idleMs: number },
    resolve: (answer: UpstreamAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.#signal = signal;
    this.#idleMs = idleMs;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#silence = setTimeout(this.#expire, silenceMs);
    signal?.addEventListener('abort', this.#leave, { once: true });
    if (signal?.aborted) this.#leave();
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

  /** Ends the read for the caller immediately, even if undici still waits. */
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
    this.#signal?.removeEventListener('abort', this.#leave);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The read was given up while it waited for a connection, so nothing is sent to the host.
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
    const left = deadlineOf(this.#idleMs, timedLength(headers)) - (performance.now() - this.#started);
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
