import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import type { GiveUpSignal, UpstreamAnswer } from './upstream.ts';

/**
 * Slowest connection, in bytes per second, for which the timeout of an upload or a download of known length allows.
 */
export const slowestBytesPerSecond = 256 * 1024;
/**
 * Bytes of an upload per second for which the host gets extra time before it must answer, in addition to the silence
 * allowed to any call. It may have to pass the upload on, for example to a store of its own.
 */
const storedBytesPerSecond = 2 * 1024 * 1024;
/** Above this, Node's timers overflow and fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Deadline, in milliseconds, of an exchange with a body of that many bytes. */
export function deadlineOf(timeoutMs: number, bodyLength = 0): number {
  return Math.min(longestTimerMs, 4 * timeoutMs + (bodyLength / slowestBytesPerSecond) * 1000);
}

/** How long, in milliseconds, a host may be silent after it has received that many bytes. */
export function answerMs(silenceMs: number, bodyLength = 0): number {
  return Math.min(longestTimerMs, silenceMs + (bodyLength / storedBytesPerSecond) * 1000);
}

/** How many times per idle timeout the progress of an arriving body is checked. */
const looks = 4;

/**
 * The timers of one exchange. Silence limits the time without progress while the body is sent, until the answer's
 * headers arrive, and while its body arrives. The deadline limits the exchange as a whole, so that a host which sends
 * its answer in drips is cut off too. Reads over the pool have their own timers (pooled-read.ts).
 */
export class Exchange {
  readonly #controller = new AbortController();
  #silence: NodeJS.Timeout;
  readonly #started = performance.now();
  readonly #leave: () => void;
  /** The silence that is allowed once the whole body is sent. */
  readonly #answerMs: number;
  readonly #browser: GiveUpSignal | undefined;
  #deadline: NodeJS.Timeout;

  constructor(silenceMs: number, deadlineMs: number, browser?: GiveUpSignal, bodyLength = 0) {
    this.#answerMs = answerMs(silenceMs, bodyLength);
    this.#silence = setTimeout(this.#expire, silenceMs);
    this.#deadline = setTimeout(this.#expire, deadlineMs);
    this.#browser = browser;
    this.#leave = () => this.#controller.abort(new AppError('request.aborted', 499));
    if (browser?.aborted) this.#leave();
    else browser?.addEventListener('abort', this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly #expire = () => this.#controller.abort(new AppError('upstream.timeout', 504));

  /** Restarts the silence timer after a part of the body was sent. */
  progress(): void {
    this.#silence.refresh();
  }

  /**
   * Called when the answer's headers arrive. The rest may last until `deadlineMs` after the start, and at most
   * `idleMs` (and a quarter) without a byte. Bytes that the reader has not taken yet do not count as silence of the
   * host: the BFF may have paused it.
   */
  answered(deadlineMs: number, body: IncomingMessage, idleMs: number): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    const left = Math.max(0, deadlineMs - (performance.now() - this.#started));
    this.#deadline = setTimeout(this.#expire, left);
    // The reader consumes the parts, so the bytes are counted at the socket. Several checks are needed, since a
    // reader that has just caught up, or a busy process, must not pass for a silent host.
    const { socket } = body;
    let bytes = socket.bytesRead;
    let quiet = 0;
    this.#silence = setInterval(() => {
      quiet = body.complete || body.readableLength > 0 || socket.bytesRead !== bytes ? 0 : quiet + 1;
      bytes = socket.bytesRead;
      if (quiet > looks) this.#expire();
    }, idleMs / looks);
  }

  /** Stops the timers. Called when the answer's body has ended in any way. */
  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    this.#browser?.removeEventListener('abort', this.#leave);
  }

  /** Rejects as soon as the exchange is given up, even while the client library still waits. */
  givenUp(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const { signal } = this.#controller;
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  /** Yields the body and reports its progress. Ends the source if the exchange is given up half-way. */
  async *send(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      this.progress();
      yield chunk;
    }
    clearTimeout(this.#silence);
    if (!this.signal.aborted) this.#silence = setTimeout(this.#expire, this.#answerMs);
  }
}

/**
 * An hour on the slowest connection. A larger announced length gets no more time, since a host can announce any
 * length.
 */
const timedBytes = 3_600 * slowestBytesPerSecond;

/**
 * Announced bytes of an answer, up to the limit for which it gets time; 0 without a length or with an invalid one.
 */
export function timedLength(headers: UpstreamAnswer['headers']): number {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? Math.min(length, timedBytes) : 0;
}
