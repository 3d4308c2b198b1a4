import { KIB, MIB } from '#shared/limits.ts';

/** Lines are written together: after so many milliseconds, or earlier if so many bytes are collected. */
const batch = { ms: 50, bytes: 64 * KIB };

/**
 * While the output accepts nothing: how many bytes may wait, and after how many milliseconds the write is tried
 * again.
 */
const waiting = { bytes: MIB, ms: 20 };

/** How long the end of the process waits for an output that accepts nothing, in milliseconds. */
const lastTryMs = 200;

/** Writes bytes synchronously and returns how many were accepted; throws like writeSync. */
type Write = (bytes: Uint8Array) => number;

/** Lines that wait for the output, as bytes. They may begin with the rest of a line that was written in part. */
interface Waiting {
  bytes: Buffer;
  lines: number;
}

/**
 * Writes lines in batches, because a system call for each line costs more than the request that it describes. Each
 * batch is written synchronously: an asynchronous write could be lost when the process ends, or appear after later
 * lines.
 *
 * The output may stall (the reader of a pipe stops reading) or fail (a full disk), but the site must not stop because
 * of its log. So up to 1 MiB of lines waits in memory. Beyond that, lines are dropped and counted until all waiting
 * bytes are written; then a line states how many are missing. A line that was written in part is completed first.
 */
export function linesTo(write: Write) {
  const buffer = Buffer.allocUnsafeSlow(batch.bytes);
  let filled = 0;
  let filledLines = 0;
  let queue: Waiting[] = [];
  let queued = 0;
  let lost = 0;
  let told = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const again = (ms: number) => {
    timer ??= setTimeout(flush, ms).unref();
  };

  /** Stops writing for good, because the other end of the pipe is closed. */
  const giveUp = () => {
    isClosed = true;
    for (const { lines } of queue) lost += lines;
    queue = [];
    queued = 0;
  };

  /** Writes bytes, and returns how many of them the output accepted without waiting. */
  const taken = (bytes: Uint8Array): number => {
    let done = 0;
    try {
      for (let count = -1; count !== 0 && done < bytes.length; done += count) {
        count = write(bytes.subarray(done));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') giveUp();
    }
    return done;
  };

  const put = (bytes: Buffer, lines: number) => {
    if (isClosed) {
      lost += lines;
      return;
    }
    const done = queue.length === 0 ? taken(bytes) : 0;
    if (done === bytes.length) return;
    if (isClosed) lost += lines;
    else {
      // The bytes are copied, because the buffer is used again.
      queue.push({ bytes: Buffer.from(bytes.subarray(done)), lines });
      queued += bytes.length - done;
    }
  };

  /** Moves the collected lines to the end of the waiting ones. */
  const gather = () => {
    const [bytes, lines] = [buffer.subarray(0, filled), filledLines];
    filled = 0;
    filledLines = 0;
    if (lines > 0) put(bytes, lines);
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    while (queue[0]) {
      const { bytes } = queue[0];
      const done = taken(bytes);
      queued -= done;
      if (done < bytes.length) {
        if (queue[0]) queue[0].bytes = bytes.subarray(done);
        break;
      }
      queue.shift();
    }
    gather();
    if (queue.length > 0) again(waiting.ms);
    else if (lost > told && !isClosed) {
      const missing = lost - told;
      told = lost;
      put(Buffer.from(lostLine(missing)), 1);
      if (queue.length > 0) again(waiting.ms);
    }
  };

  return {
    write(line: string): void {
      // Once lines are dropped, all further ones are dropped until the waiting bytes are written. So lines are
      // missing at one place, where one line states this, and not at hundreds of places.
      if (isClosed || lost > told || queued + filled > waiting.bytes) {
        lost += 1;
        return;
      }
      // Upper limit of the line's length in bytes: each UTF-16 code unit of a text has at most three bytes in UTF-8.
      const most = line.length * 3;
      if (most > batch.bytes - filled) gather();
      if (most > batch.bytes) put(Buffer.from(line), 1);
      else {
        filled += buffer.write(line, filled);
        filledLines += 1;
      }
      again(batch.ms);
    },
    /** Returns the number of log lines that were lost. */
    lost: () => lost,
    flush,
    /**
     * Writes the waiting lines before the process ends. Stops when the output has accepted no byte for `lastTryMs`.
     */
    end() {
      const room = new Int32Array(new SharedArrayBuffer(4));
      let before = Number.POSITIVE_INFINITY;
      let since = performance.now();
      for (flush(); queue.length > 0; flush()) {
        if (queued < before) since = performance.now();
        else if (performance.now() - since > lastTryMs) return;
        before = queued;
        Atomics.wait(room, 0, 0, 10);
      }
    },
  };
}

function lostLine(lines: number): string {
  const time = new Date().toISOString();
  return `{"level":40,"time":"${time}","lost":${lines},"msg":"${lines} log lines were lost: standard output did not accept them"}\n`;
}
