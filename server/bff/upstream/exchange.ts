import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import type { GiveUpSignal, UpstreamAnswer } from './upstream.ts';

/**
 * The slowest connection, in bytes per second, for which the timeouts of an upload or a download of known length are
 * long enough.
 */
const slowestBytesPerSecond = 256 * 1024;
/**
 * Bytes per second. After an upload of n bytes, the host gets n divided by this number as extra seconds to answer,
 * because it may have to pass the upload on, e.g. to a store of its own.
 */
const storedBytesPerSecond = 2 * 1024 * 1024;
/** Milliseconds. Longer timers overflow in Node and fire immediately. */
const longestTimerMs = 2 ** 31 - 1;

/** Returns the deadline of an exchange whose body has `bodyLength` bytes, in milliseconds. */
export function deadlineOf(timeoutMs: number, bodyLength = 0): number {
  return Math.min(longestTimerMs, 4 * timeoutMs + (bodyLength / slowestBytesPerSecond) * 1000);
}

/** Returns how long a host may be silent after it has received `bodyLength` bytes, in milliseconds. */
export function answerMs(silenceMs: number, bodyLength = 0): number {
  return Math.min(longestTimerMs, silenceMs + (bodyLength / storedBytesPerSecond) * 1000);
}

/** How many times per idle timeout the code checks whether more of a body has arrived. */
const looks = 4;

/**
 * The timers of one exchange. The silence timer limits the time without progress: while the body is sent, until the
 * answer's headers arrive, and while the answer's body arrives. The deadline limits the whole exchange, so that a
 * host that sends its answer very slowly is cut off too. Calls over the pool have their own timers (host-pool.ts).
 */
export class Exchange {
  readonly #controller = new AbortController();
  #silence: NodeJS.Timeout;
  readonly #started = performance.now();
  readonly #leave: () => void;
  /** How long the host may be silent once the whole body has been sent. */
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

  /** Restarts the silence timer; called after a part of the body was sent. */
  progress(): void {
    this.#silence.refresh();
  }

  /**
   * Called when the answer's headers have arrived. The rest of the answer may last until `deadlineMs` after the start
   * of the exchange. If no byte arrives for `idleMs` (and up to a quarter more), the exchange is aborted. Time in
   * which the reader has not taken the received bytes does not count as silence of the host, because the BFF may have
   * paused the host.
   */
  answered(deadlineMs: number, body: IncomingMessage, idleMs: number): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    const left = Math.max(0, deadlineMs - (performance.now() - this.#started));
    this.#deadline = setTimeout(this.#expire, left);
    // Bytes are counted at the socket, because the reader consumes the parts. Only several checks in a row without
    // new bytes count as silence of the host: after a single one, the reader may have only just caught up, or this
    // process may have been busy.
    const { socket } = body;
    let bytes = socket.bytesRead;
    let quiet = 0;
    this.#silence = setInterval(() => {
      quiet = body.complete || body.readableLength > 0 || socket.bytesRead !== bytes ? 0 : quiet + 1;
      bytes = socket.bytesRead;
      if (quiet > looks) this.#expire();
    }, idleMs / looks);
  }

  /** Stops the timers; called when the answer's body has ended or failed. */
  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    this.#browser?.removeEventListener('abort', this.#leave);
  }

  /** Returns a promise that rejects as soon as the exchange is aborted, even if the client library still waits. */
  givenUp(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const { signal } = this.#controller;
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  /**
   * Yields the parts of the body, and restarts the silence timer for each. Closes the source if the exchange is
   * aborted before the end.
   */
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
 * The number of bytes that the slowest connection transfers in an hour. A larger announced length gets no more time,
 * because a host can announce any length.
 */
const timedBytes = 3_600 * slowestBytesPerSecond;

/**
 * Returns the announced length of an answer in bytes, at most `timedBytes`; 0 if the length is missing or invalid.
 */
export function timedLength(headers: UpstreamAnswer['headers']): number {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? Math.min(length, timedBytes) : 0;
}
