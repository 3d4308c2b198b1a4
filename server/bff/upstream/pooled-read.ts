import type { Dispatcher } from 'undici';
import { AppError } from '../../errors.ts';
import { ArrivingAnswer } from './arriving-answer.ts';
import { ArrivingBody } from './arriving-body.ts';
import { timedLength } from './exchange.ts';
import { unusableAnswer } from './failures.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** The callbacks that receive the result of a read. */
interface ReadResult {
  answered(answer: UpstreamAnswer): void;
  /** Called when there is no answer. Returns true if the read is retried; its timers then continue. */
  failed(error: Error, read: PooledRead): boolean;
  /** Called when the body has ended, after `answered`; with the error if it ended too early. */
  over?(error?: Error): void;
}

/**
 * Timeouts of a read, in milliseconds: until the headers arrive, between two parts of the body, and for the whole
 * body, depending on its announced length.
 */
interface Clocks {
  silenceMs: number;
  idleMs: number;
  deadlineMs(bodyLength: number): number;
}

/**
 * One read over the pool, with its timers: for silence until the headers and between parts of the body, and a
 * deadline for the whole read, so that a host that sends its answer very slowly is cut off too. Waiting for the
 * reader does not count as silence of the host. undici's own timers are not used: they are exact only to half a
 * second, and there is none for the whole read. The code uses one timer and plain callbacks, because promises,
 * streams and abort signals would cost more than the read itself.
 */
export class PooledRead implements Dispatcher.DispatchHandler {
  readonly wanted: UpstreamRequest;
  readonly #result: ReadResult;
  readonly #clocks: Clocks;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #body: ArrivingBody | undefined;
  /** Deadline, in milliseconds since the read began. */
  #endMs: number;
  /** When the last part arrived or the connection was resumed, in milliseconds since the read began. */
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

  /** Why the read was aborted; undefined if it was not. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  readonly #leave = () => this.#giveUp(new AppError('request.aborted', 499));

  readonly #expire = () => {
    if (this.#isOver) return;
    // The timer fired too early if headers or data have arrived meanwhile, which extend the time.
    const left = this.#leftMs();
    if (left > 0.5) this.#timer = setTimeout(this.#expire, left);
    // `setImmediate` lets data that arrived while the process was busy be read first, so that it counts.
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

  /** Pauses the connection. While it is paused, the host does not count as silent. */
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

  /** Ends the read for the caller immediately, even if undici still waits. */
  #giveUp(reason: Error): void {
    if (this.#isOver) return;
    this.#reason = reason;
    const controller = this.#controller;
    this.#fail(reason);
    controller?.abort(reason);
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    // The controller is reset before `failed` is called, because `failed` may start the next attempt before it
    // returns.
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
    // The read was given up while it waited for a connection, so nothing is sent to the host.
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
