import { Readable } from 'node:stream';
import { joined } from './recent-bytes.ts';

/** Controls the connection that delivers a body. */
interface Source {
  pause(): void;
  resume(): void;
  /** Ends the exchange, so that no more of the body arrives. */
  abort(reason: Error): void;
}

/** Receives the parts of a body. The last call is either `end` or `fail`. */
interface Sink {
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** Maximum number of bytes that are buffered before a reader takes the body; then the connection is paused. */
const keptBytes = 64 * 1024;

/**
 * The body of an answer from undici, without a stream. A short body has usually arrived completely before it is read,
 * and a stream would cost more than everything else that is done with the body. Only one reader may take the body, by
 * `stream`; `whole` may be called before that.
 */
export class ArrivingBody {
  readonly #source: Source;
  #chunks: Buffer[] = [];
  #length = 0;
  #state: 'arriving' | 'ended' | Error = 'arriving';
  #sink: Sink | undefined;
  #stream: Readable | undefined;

  /** Creates a body that has arrived completely. */
  static of(bytes: Buffer | undefined): ArrivingBody {
    const body = new ArrivingBody(noSource);
    if (bytes) body.push(bytes);
    body.end();
    return body;
  }

  constructor(source: Source) {
    this.#source = source;
  }

  /** Adds a part of the body. `push`, `end` and `fail` are called by the code that owns the connection. */
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

  /** The whole body, if it has arrived and no reader has taken it. */
  get received(): Buffer | undefined {
    if (this.#state !== 'ended' || this.#sink) return undefined;
    if (this.#chunks.length > 1) this.#chunks = [joined(this.#chunks)];
    return this.#chunks[0] ?? nothing;
  }

  /**
   * Waits for the whole body and returns it. `stream` can still be used after that. Rejects with the
   * connection's failure, or with RangeError if the body has more than `limit` bytes.
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

  /** The body as a stream, for readers that need one. */
  get stream(): Readable {
    if (this.#stream) return this.#stream;
    const stream = new Readable({
      read: () => this.#source.resume(),
      destroy: (error, done) => {
        if (this.#state === 'arriving') this.#source.abort(error ?? new Error('the answer has no reader'));
        done(error);
      },
    });
    this.#stream = stream;
    // This empty listener is for errors before the stream has a reader: an error without a listener would end the
    // process. A reader sees errors through its own listener.
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

  /** Passes the parts to the sink, beginning with those that have already arrived. */
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
