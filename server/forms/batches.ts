import type { FileHandle } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { KIB } from '#shared/limits.ts';

/** Each write is a hop to another thread and back: 64 KiB at a time, as they come from the network, cost more than the writing. */
const batchBytes = 512 * KIB;
/** Whoever sends a byte at a time shall not fill our memory with what describes each. */
const batchChunks = 64;

export interface Batches {
  /** How many bytes the first batch has, unless the stream ends before. */
  first: number;
  /** Called for each chunk as it comes. What it throws ends the taking. */
  saw(chunk: Buffer): void;
  /** Called for one batch at a time, in order. */
  take(batch: readonly Buffer[]): Promise<void>;
}

/**
 * Takes a stream of bytes in batches. While one is taken the next is gathered, and then the stream waits; behind the first, by
 * which a stream is judged, nothing is gathered. Rejects with what `saw` or `take` throws, and with what ended the stream early;
 * the stream itself is left to its owner.
 */
export function takeInBatches(stream: Readable, { first, saw, take }: Batches): Promise<void> {
  return new Promise((resolve, reject) => {
    let gathered: Buffer[] = [];
    let bytes = 0;
    let isFirst = true;
    let taking: Promise<void> | undefined;
    let ended = false;
    let failed = false;

    const stop = () => {
      stream.off('data', gather);
      unwatch();
    };
    const fail = (error: unknown) => {
      failed = true;
      stop();
      stream.pause();
      // Whoever hears of the failure may take away what is being written to.
      const tell = () => reject(error);
      if (taking) taking.then(tell, tell);
      else tell();
    };
    const next = () => {
      const isFull = isFirst ? bytes >= first : bytes >= batchBytes || gathered.length >= batchChunks;
      if (taking) {
        if (isFull || isFirst) stream.pause();
        return;
      }
      if (isFull || (ended && gathered.length > 0)) {
        const batch = gathered;
        gathered = [];
        bytes = 0;
        if (isFirst) stream.pause();
        taking = take(batch);
        taking.then(() => {
          if (failed) return;
          taking = undefined;
          isFirst = false;
          if (!ended) stream.resume();
          next();
        }, fail);
      } else if (ended) {
        resolve();
      }
    };
    const gather = (chunk: Buffer) => {
      try {
        saw(chunk);
      } catch (error) {
        fail(error);
        return;
      }
      gathered.push(chunk);
      bytes += chunk.length;
      next();
    };
    const unwatch = finished(stream, { writable: false }, (error) => {
      if (error) {
        fail(error);
        return;
      }
      ended = true;
      stop();
      next();
    });
    stream.on('data', gather);
  });
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

/** Chunks that are smaller are not worth it. */
const releasedBytes = 16 * KIB;

/**
 * Gives the memory of chunks back, which nobody may look at any more. Left to the collector, each 32 MiB of them cost a pass over
 * everything that the process holds, and a large upload is little else. A chunk that is a part of something larger is left alone:
 * the rest may belong to somebody else.
 */
export function releaseBatch(batch: readonly Buffer[]): void {
  for (const { buffer, byteLength } of batch) {
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    if (isWhole && byteLength >= releasedBytes) buffer.transfer(0);
  }
}
