import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { endWith } from '../../http/end-with.ts';
import { joined } from './recent-bytes.ts';

/** How to act on the connection that a body comes from. */
interface Source {
  pause(): void;
  resume(): void;
  /** Ends the exchange; nothing of the body comes any more. */
  abort(reason: Error): void;
}

/** Takes a body as it comes. Exactly one of `end` and `fail` is called, last. */
interface Sink {
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** Bytes that are kept until somebody wants them; then the connection waits. */
const keptBytes = 64 * 1024;

/**
 * The body of an answer that comes over undici, without a stream of its own: a short one is usually here, whole, when the first
 * pass looks at it, and a stream for it costs more than all that is done with it. Taken by one reader: `whole`, `sendTo` or
 * `stream`.
 */
export class ArrivingBody {
  readonly #source: Source;
  #chunks: Buffer[] = [];
  #length = 0;
  #state: 'arriving' | 'ended' | Error = 'arriving';
  #sink: Sink | undefined;
  #stream: Readable | undefined;

  /** One that is here, whole. */
  static of(bytes: Buffer | undefined): ArrivingBody {
    const body = new ArrivingBody(noSource);
    if (bytes) body.push(bytes);
    body.end();
    return body;
  }

  constructor(source: Source) {
    this.#source = source;
  }

  /** A part came; for the one who holds the connection, as are `end` and `fail`. */
  push(chunk: Buffer): void {
    if (this.#sink) {
      this.#sink.data(chunk);
      return;
    }
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > keptBytes) this.#source.pause();
  }

  end(): void {
    if (this.#state !== 'arriving') return;
    this.#state = 'ended';
    this.#sink?.end();
  }

  fail(error: Error): void {
    if (this.#state !== 'arriving') return;
    this.#state = error;
    this.#sink?.fail(error);
  }

  /** All of it, if it is here and nobody has taken it. */
  get received(): Buffer | undefined {
    if (this.#state !== 'ended' || this.#sink) return undefined;
    if (this.#chunks.length > 1) this.#chunks = [joined(this.#chunks)];
    return this.#chunks[0] ?? nothing;
  }

  /**
   * Waits until all of it is here; it can be taken afterwards all the same. Rejects with the failure of the connection, or with
   * RangeError for more than `limit` bytes.
   */
  async whole(limit: number): Promise<Buffer> {
    if (this.#state === 'arriving' && this.#length <= limit) {
      await new Promise<void>((resolve, reject) => {
        this.#take({
          data: (chunk) => {
            this.#chunks.push(chunk);
            this.#length += chunk.length;
            if (this.#length > limit) resolve();
          },
          end: resolve,
          fail: reject,
        });
      });
      this.#sink = undefined;
    }
    if (this.#state instanceof Error) throw this.#state;
    if (this.#length > limit) {
      const error = new RangeError(`more than ${limit} bytes`);
      this.#source.abort(error);
      throw error;
    }
    return this.received ?? nothing;
  }

  /**
   * Sends it as the body of a response whose headers are set: in one piece with them when it is here, else as it comes and as
   * fast as the reader takes it. When it fails the connection is cut, so that half is never taken for the whole.
   */
  sendTo(res: ServerResponse): void {
    const whole = this.received;
    if (whole) {
      this.#chunks = [];
      endWith(res, whole);
      return;
    }
    if (res.destroyed) {
      this.#source.abort(new Error('nobody reads the answer'));
      return;
    }
    // Also when the reader leaves while the connection waits for it.
    res.once('close', () => {
      if (this.#state === 'arriving') this.#source.abort(new Error('the reader left'));
    });
    res.on('drain', () => this.#source.resume());
    this.#take({
      data: (chunk) => {
        if (!res.write(chunk)) this.#source.pause();
      },
      end: () => res.end(),
      fail: () => res.destroy(),
    });
  }

  /** As a stream, for those who need one. */
  get stream(): Readable {
    if (this.#stream) return this.#stream;
    const stream = new Readable({
      read: () => this.#source.resume(),
      destroy: (error, done) => {
        if (this.#state === 'arriving') this.#source.abort(error ?? new Error('nobody reads the answer'));
        done(error);
      },
    });
    this.#stream = stream;
    // Who reads it sees its errors; until then nobody listens, and an error that nobody hears ends the process.
    stream.on('error', () => {});
    this.#take({
      data: (chunk) => {
        if (!stream.push(chunk)) this.#source.pause();
      },
      end: () => stream.push(null),
      fail: (error) => stream.destroy(error),
    });
    return stream;
  }

  /** From now on parts go to the sink, those first that are here. */
  #take(sink: Sink): void {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#length = 0;
    this.#sink = sink;
    this.#source.resume();
    for (const chunk of chunks) sink.data(chunk);
    if (this.#state === 'ended') sink.end();
    else if (this.#state instanceof Error) sink.fail(this.#state);
  }
}

const nothing = Buffer.alloc(0);
const noSource: Source = { pause() {}, resume() {}, abort() {} };
