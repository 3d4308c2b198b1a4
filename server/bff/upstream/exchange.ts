import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { GiveUpSignal } from './upstream.ts';

/**
 * The clocks of one exchange. Silence: so long without progress, while the body goes out and until the answer's headers
 * are there. Deadline: the exchange as a whole, so that a host which drips its answer ends too. Reads over the pool have clocks
 * of their own (pooled-read.ts).
 */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #silence: NodeJS.Timeout;
  readonly #started = performance.now();
  readonly #leave: () => void;
  readonly #browser: GiveUpSignal | undefined;
  #deadline: NodeJS.Timeout;

  constructor(silenceMs: number, deadlineMs: number, browser?: GiveUpSignal) {
    const expire = () => this.#controller.abort(new AppError('upstream.timeout', 504));
    this.#silence = setTimeout(expire, silenceMs);
    this.#deadline = setTimeout(expire, deadlineMs);
    this.#browser = browser;
    this.#leave = () => this.#controller.abort(new AppError('request.aborted', 499));
    if (browser?.aborted) this.#leave();
    else browser?.addEventListener('abort', this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** A part of the body went out: the silence begins anew. */
  progress(): void {
    this.#silence.refresh();
  }

  /** The answer's headers are there; the rest may last until `deadlineMs` after the start. */
  answered(deadlineMs: number): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#deadline);
    const left = Math.max(0, deadlineMs - (performance.now() - this.#started));
    this.#deadline = setTimeout(() => this.#controller.abort(new AppError('upstream.timeout', 504)), left);
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
  async *send(body: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      this.progress();
      yield chunk;
    }
    this.progress();
  }
}
