/** Reads a stream of bytes in pieces of given lengths. Holds no more in memory than one call requests. */
export class Bytes {
  /** How many bytes have been returned so far. */
  position = 0;
  readonly #chunks: AsyncIterator<Buffer> | Iterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(source: AsyncIterable<Buffer> | Iterable<Buffer>) {
    this.#chunks =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  /** Returns the next bytes without consuming them: fewer than `count` only at the end. */
  async peek(count: number): Promise<Buffer> {
    while (this.#held.length < count && !this.#ended) {
      const { value, done } = await this.#chunks.next();
      if (done) this.#ended = true;
      else this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    }
    return this.#held.subarray(0, count);
  }

  /** Consumes the next bytes and returns a copy, which the caller may change; fewer than `count` only at the end. */
  async take(count: number): Promise<Buffer> {
    const taken = Buffer.from(await this.peek(count));
    this.#drop(taken.length);
    return taken;
  }

  /** Yields the next `count` bytes in chunks as they arrive. */
  async *pass(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      const held = await this.some();
      if (held.length === 0) return;
      const taken = held.subarray(0, left);
      left -= taken.length;
      this.#drop(taken.length);
      yield taken;
    }
  }

  /** Yields zeros instead of the next `count` bytes. */
  async *blank(count: number): AsyncGenerator<Buffer> {
    for await (const chunk of this.pass(count)) yield Buffer.alloc(chunk.length);
  }

  /**
   * Returns the buffered bytes. Waits for the stream only if none are buffered. Returns an empty buffer only at the
   * end of the stream.
   */
  async some(): Promise<Buffer> {
    await this.peek(1);
    return this.#held;
  }

  #drop(count: number): void {
    this.position += count;
    this.#held = this.#held.subarray(count);
  }
}
