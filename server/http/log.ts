import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import pino, { type DestinationStream, type Logger } from 'pino';
import { KIB, MIB } from '#shared/limits.ts';
import { loggableError } from './loggable-error.ts';

export interface LogStream extends DestinationStream {
  /** Returns the number of lines that were lost. */
  lost?(): number;
}

/** How long a line waits for others, in milliseconds, unless so many bytes are collected before. */
const batch = { ms: 50, bytes: 64 * KIB };

/** How many bytes may wait while the output accepts none, and after how many milliseconds the write is retried. */
const waiting = { bytes: MIB, ms: 20 };

/** How long the end of the process waits for an output that accepts nothing, in milliseconds. */
const lastTryMs = 200;

/** Writes bytes synchronously and returns how many were accepted; throws like writeSync. */
type Write = (bytes: Uint8Array) => number;

/** Bytes of lines that wait for the output. They may begin with the rest of a line. */
interface Waiting {
  bytes: Buffer;
  lines: number;
}

/**
 * Writes lines in batches: a system call for each line costs more than the request that it describes. A batch is
 * written synchronously: an asynchronous write could be lost when the process ends, or appear after later lines.
 *
 * The output may stall (the reader of a pipe stops) or fail (a full disk), and the site must not stop for its log.
 * Then up to 1 MiB waits. Further lines are dropped and counted until all waiting bytes are written, and a line
 * states how many are missing. A line that was written in part is completed first.
 */
export function linesTo(write: Write): Required<LogStream> & { flush(): void; end(): void } {
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

  /** Stops writing: the other end of the pipe is closed. */
  const giveUp = () => {
    isClosed = true;
    for (const { lines } of queue) lost += lines;
    queue = [];
    queued = 0;
  };

  /** Writes bytes and returns how many the output accepted at once. */
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
      // Copied, since the buffer is reused.
      queue.push({ bytes: Buffer.from(bytes.subarray(done)), lines });
      queued += bytes.length - done;
    }
  };

  /** Moves the collected lines behind the waiting ones. */
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
    write(line) {
      // Lines are dropped until all waiting bytes are written: one gap with one line about it, not hundreds of small
      // ones.
      if (isClosed || lost > told || queued + filled > waiting.bytes) {
        lost += 1;
        return;
      }
      // A character of UTF-16 has at most three bytes in UTF-8.
      const most = line.length * 3;
      if (most > batch.bytes - filled) gather();
      if (most > batch.bytes) put(Buffer.from(line), 1);
      else {
        filled += buffer.write(line, filled);
        filledLines += 1;
      }
      again(batch.ms);
    },
    lost: () => lost,
    flush,
    /** Waits briefly while the output still accepts bytes. */
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

/**
 * Creates the output to standard output. Waiting lines are written when the process ends, also after an exception.
 * Only an end without notice (SIGKILL, a power cut) loses the last lines.
 */
export function standardOutput(): Required<LogStream> {
  let lines: ReturnType<typeof linesTo> | undefined;
  /** Opens the output at the first line, so that a silent log adds no listener. */
  const open = () => {
    const descriptor = unblockedOutput();
    const opened = linesTo((bytes) => writeSync(descriptor, bytes));
    process.once('exit', opened.end);
    return opened;
  };
  return {
    write(line) {
      lines ??= open();
      lines.write(line);
    },
    lost: () => lines?.lost() ?? 0,
  };
}

/**
 * Returns a descriptor of standard output on which a write fails (EAGAIN) instead of blocking. Node makes a pipe or a
 * socket non-blocking when its stream is first used; a terminal, which Ctrl+S stops, must be opened again for that.
 */
function unblockedOutput(): number {
  if (!isatty(1)) {
    void process.stdout;
    return 1;
  }
  try {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync('/proc/self/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return 1;
  }
}

/**
 * Creates the only log: JSON lines. Callers never pass secrets to it; redaction is the second line of defence. Pass
 * an error as `err`: its texts and its stack are logged, properties that libraries add to it are not.
 */
export function createLog(level: string, stream: LogStream = standardOutput()): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggableError },
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], remove: true },
  };
  return pino(options, stream);
}
