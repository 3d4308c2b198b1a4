import type { FileHandle } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { KIB } from '#shared/limits.ts';

/**
 * Size of a batch, in bytes. Chunks are collected, because each write goes to another thread and back, which takes
 * longer than writing a single 64 KiB chunk.
 */
const batchBytes = 512 * KIB;
/** Maximum number of chunks in a batch: a sender of single bytes must not fill the memory with chunk objects. */
const batchChunks = 64;

interface Batches {
  /** How many bytes the first batch has, unless the stream ends earlier. */
  first: number;
  /** Called for each chunk on arrival. If it throws an error, the reading ends with that error. */
  saw(chunk: Buffer): void;
  /** Called for one batch at a time, in order. */
  take(batch: readonly Buffer[]): Promise<void>;
}

/**
 * Reads a stream in batches. While one batch is processed, the next one is collected; when that one is full, the
 * stream is paused. During the first batch nothing is collected, since that batch may lead to a refusal. Rejects with
 * the error of `saw` or `take`, or with the one that ended the stream early. The stream is not closed here: the code
 * that opened it does that.
 */
export function takeInBatches(stream: Readable, batches: Batches): Promise<void> {
  return new BatchReader(stream, batches).read();
}

class BatchReader {
  readonly #stream: Readable;
  readonly #batches: Batches;
  readonly #done = Promise.withResolvers<void>();
  #gathered: Buffer[] = [];
  #bytes = 0;
  #isFirst = true;
  #taking: Promise<void> | undefined;
  #hasEnded = false;
  #hasFailed = false;
  #unwatch = () => {};

  constructor(stream: Readable, batches: Batches) {
    this.#stream = stream;
    this.#batches = batches;
  }

  read(): Promise<void> {
    this.#unwatch = finished(this.#stream, { writable: false }, (error) => {
      if (error) this.#fail(error);
      else this.#end();
    });
    this.#stream.on('data', this.#gather);
    return this.#done.promise;
  }

  /** An arrow function in a property, so that the same function can be removed from the stream's listeners. */
  readonly #gather = (chunk: Buffer): void => {
    try {
      this.#batches.saw(chunk);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#gathered.push(chunk);
    this.#bytes += chunk.length;
    this.#proceed();
  };

  #end(): void {
    this.#hasEnded = true;
    this.#stopReading();
    this.#proceed();
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#stopReading();
    this.#stream.pause();
    // Rejects only after the running batch has been processed: once this rejects, the caller may delete the file to
    // which the batch is written.
    const reject = () => this.#done.reject(error);
    if (this.#taking) this.#taking.then(reject, reject);
    else reject();
  }

  #stopReading(): void {
    this.#stream.off('data', this.#gather);
    this.#unwatch();
  }

  get #isFull(): boolean {
    if (this.#isFirst) return this.#bytes >= this.#batches.first;
    return this.#bytes >= batchBytes || this.#gathered.length >= batchChunks;
  }

  /** Processes the next batch, waits for the running one, or finishes. */
  #proceed(): void {
    if (this.#taking) {
      if (this.#isFull || this.#isFirst) this.#stream.pause();
    } else if (this.#isFull || (this.#hasEnded && this.#gathered.length > 0)) {
      this.#take();
    } else if (this.#hasEnded) {
      this.#done.resolve();
    }
  }

  #take(): void {
    const batch = this.#gathered;
    this.#gathered = [];
    this.#bytes = 0;
    if (this.#isFirst) this.#stream.pause();
    this.#taking = this.#batches.take(batch);
    this.#taking.then(
      () => this.#taken(),
      (error) => this.#fail(error),
    );
  }

  #taken(): void {
    if (this.#hasFailed) return;
    this.#taking = undefined;
    this.#isFirst = false;
    if (!this.#hasEnded) this.#stream.resume();
    this.#proceed();
  }
}

/** Writes all of a batch at the end of a file. */
export async function writeBatch(file: FileHandle, batch: readonly Buffer[]): Promise<void> {
  let rest = batch;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = without(rest, bytesWritten);
  }
}

function without(batch: readonly Buffer[], bytes: number): Buffer[] {
  const rest: Buffer[] = [];
  let skip = bytes;
  for (const chunk of batch) {
    if (skip < chunk.length) rest.push(skip > 0 ? chunk.subarray(skip) : chunk);
    skip = Math.max(0, skip - chunk.length);
  }
  return rest;
}

/** Chunks smaller than this, in bytes, are not freed: freeing them would cost more time than it saves. */
const releasedBytes = 16 * KIB;

/**
 * Frees the memory of chunks, which must not be read afterwards. Otherwise the garbage collector would go through the
 * whole heap for each 32 MiB of an upload. A chunk that is part of a larger buffer is not freed, since the rest of
 * the buffer may be in use.
 */
export function releaseBatch(batch: readonly Buffer[]): void {
  for (const { buffer, byteLength } of batch) {
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    if (isWhole && byteLength >= releasedBytes) buffer.transfer(0);
  }
}
