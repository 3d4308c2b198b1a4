import type { Dispatcher } from 'undici';
import { AppError } from '../../errors.ts';
import { ArrivingAnswer } from './arriving-answer.ts';
import { ArrivingBody } from './arriving-body.ts';
import { timedLength } from './exchange.ts';
import { unusableAnswer } from './failures.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** Receives the result of a read. */
export interface ReadResult {
  answered(answer: UpstreamAnswer): void;
  /** Called when there is no answer. Returns true if the read is retried, with the same timers. */
  failed(error: Error, read: PooledRead): boolean;
  /** Called after `answered`: the body has ended, with the error if it ended early. */
  over?(error?: Error): void;
}

/**
 * Timeouts of a read, in milliseconds: until the headers, between two parts of the body, and for the whole body by
 * its announced length.
 */
interface Clocks {
  silenceMs: number;
  idleMs: number;
  deadlineMs(bodyLength: number): number;
}

/**
 * One read over the pool, with its timers: silence until the headers and between the parts of the body, and a
 * deadline for the whole read, so that a host which sends its answer in drips is cut off too. Waiting for the reader
 * does not count as silence of the host. undici's own timers are unused: they tick in half seconds, and undici has
 * none for the whole. One timer and plain callbacks are used, since promises, streams and abort signals for each read
 * cost more than the read.
 */
export class PooledRead implements Dispatcher.DispatchHandler {
  readonly wanted: UpstreamRequest;
  readonly #result: ReadResult;
  readonly #clocks: Clocks;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #body: ArrivingBody | undefined;
  /** Deadline, in milliseconds from the start. */
  #endMs: number;
  /** When the last part arrived or the reading resumed. */
  #movedMs = 0;
  #isPaused = false;
  #reason: Error | undefined;
  #isOver = false;

  constructor(wanted: UpstreamRequest, clocks: Clocks, result: ReadResult) {
    this.wanted = wanted;
    this.#result = result;
    this.#clocks = clocks;
    this.#endMs = Math.min(clocks.silenceMs, clocks.deadlineMs(0));
    this.#timer = setTimeout(this.#expire, this.#endMs);
    wanted.signal?.addEventListener('abort', this.#leave, { once: true });
  }

  /** Milliseconds since the read began. */
  get elapsedMs(): number {
    return performance.now() - this.#started;
  }

  /** Why the read was given up, if it was. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  readonly #leave = () => this.#giveUp(new AppError('request.aborted', 499));

  readonly #expire = () => {
    if (this.#isOver) return;
    // Headers may have arrived meanwhile, which extend the time.
    const left = this.#leftMs();
    if (left > 0.5) this.#timer = setTimeout(this.#expire, left);
    // Data that arrived while the process was busy is read first.
    else setImmediate(this.#expireNow);
  };

  readonly #expireNow = () => {
    if (this.#leftMs() > 0.5) this.#expire();
    else this.#giveUp(new AppError('upstream.timeout', 504));
  };

  #leftMs(): number {
    const now = this.elapsedMs;
    const untilEnd = this.#endMs - now;
    if (!this.#body) return untilEnd;
    return Math.min(untilEnd, this.#clocks.idleMs - (this.#isPaused ? 0 : now - this.#movedMs));
  }

  /** Pauses the connection for the body: a paused host does not count as silent. */
  pause(): void {
    this.#isPaused = true;
    this.#controller?.pause();
  }

  resume(): void {
    if (this.#isPaused) this.#movedMs = this.elapsedMs;
    this.#isPaused = false;
    this.#controller?.resume();
  }

  abort(reason: Error): void {
    this.#controller?.abort(reason);
  }

  /** Ends the read immediately for the caller, even while the library still waits. */
  #giveUp(reason: Error): void {
    if (this.#isOver) return;
    this.#reason = reason;
    const controller = this.#controller;
    this.#fail(reason);
    controller?.abort(reason);
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    // Must happen before the next attempt, which may begin at once.
    this.#controller = undefined;
    if (!this.#body && this.#result.failed(error, this)) return;
    this.over();
    this.#body?.fail(error);
    if (this.#body) this.#result.over?.(error);
  }

  /** Stops the timers. */
  over(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.wanted.signal?.removeEventListener('abort', this.#leave);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection: the host hears nothing of it.
    if (this.#isOver) controller.abort(this.#reason ?? new Error('aborted'));
    else this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: UpstreamAnswer['headers'],
  ): void {
    if (status < 200 || this.#isOver) return;
    if (status > 599) {
      const error = unusableAnswer(new Error(`status ${status}`));
      this.#fail(error);
      controller.abort(error);
      return;
    }
    const body = new ArrivingBody(this);
    this.#body = body;
    this.#endMs = this.#clocks.deadlineMs(timedLength(headers));
    this.#movedMs = this.elapsedMs;
    this.#result.answered(new ArrivingAnswer(status, headers, body));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#movedMs = this.elapsedMs;
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.over();
    this.#body?.end();
    this.#result.over?.();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#reason ?? error);
  }
}
