import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import type { GiveUpSignal, UpstreamAnswer } from './upstream.ts';

/** The slowest line, in bytes a second, that an upload or a download of known length is given the time for. */
export const slowestBytesPerSecond = 256 * 1024;
/**
 * A host may have to pass on what it has been sent, to a store of its own for example, before it can answer: so many bytes of an upload
 * a second are given time for, beside the silence that is allowed to any call.
 */
const storedBytesPerSecond = 2 * 1024 * 1024;
/** Beyond this Node's timers wrap around and go off at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Milliseconds that an exchange with a body of so many bytes may last in all. */
export function deadlineOf(timeoutMs: number, bodyLength = 0): number {
  return Math.min(longestTimerMs, 4 * timeoutMs + (bodyLength / slowestBytesPerSecond) * 1000);
}

/** How long, in milliseconds, a host may be silent that has been sent so many bytes. */
export function answerMs(silenceMs: number, bodyLength = 0): number {
  return Math.min(longestTimerMs, silenceMs + (bodyLength / storedBytesPerSecond) * 1000);
}

/** How often, in its time, a body that arrives is looked at. */
const looks = 4;

/**
 * The clocks of one exchange. Silence: so long without progress, while the body goes out, until the answer's headers are there, and
 * while its body arrives. Deadline: the exchange as a whole, so that a host which drips its answer ends too. Reads over the pool
 * have clocks of their own (pooled-read.ts).
 */
export class Exchange {
  readonly #controller = new AbortController();
  #silence: NodeJS.Timeout;
  readonly #started = performance.now();
  readonly #leave: () => void;
  /** The silence that is allowed once the whole body is out. */
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

  /** A part of the body went out: the silence begins anew. */
  progress(): void {
    this.#silence.refresh();
  }

  /**
   * The answer's headers are there. The rest may last until `deadlineMs` after the start, and no longer than `idleMs` (and a quarter)
   * without a byte of it. What the reader has not taken yet is no silence of the host: it may have been told to wait.
   */
  answered(deadlineMs: number, body: IncomingMessage, idleMs: number): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    const left = Math.max(0, deadlineMs - (performance.now() - this.#started));
    this.#deadline = setTimeout(this.#expire, left);
    // Its parts are the reader's, so they are counted where they come in. Several looks, since a reader that has just caught up, or
    // a process that was busy, must not pass for a silent host.
    const { socket } = body;
    let bytes = socket.bytesRead;
    let quiet = 0;
    this.#silence = setInterval(() => {
      quiet = body.complete || body.readableLength > 0 || socket.bytesRead !== bytes ? 0 : quiet + 1;
      bytes = socket.bytesRead;
      if (quiet > looks) this.#expire();
    }, idleMs / looks);
  }

  /** Stops the clocks. Called when the answer's body has ended in whatever way. */
  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    this.#browser?.removeEventListener('abort', this.#leave);
  }

  /** Rejects as soon as the exchange is given up, whatever the client library is waiting for at that moment. */
  givenUp(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const { signal } = this.#controller;
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  /** The body as it goes out, with its progress reported. Ends the source when it is given up half-way. */
  async *send(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      this.progress();
      yield chunk;
    }
    clearTimeout(this.#silence);
    if (!this.signal.aborted) this.#silence = setTimeout(this.#expire, this.#answerMs);
  }
}

/** An hour of the slowest line: what announces more is given no more time, since anybody can announce anything. */
const timedBytes = 3_600 * slowestBytesPerSecond;

/** Bytes that an answer announces, as far as it is given time for them; 0 for none, and for what is no length. */
export function timedLength(headers: UpstreamAnswer['headers']): number {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? Math.min(length, timedBytes) : 0;
}
