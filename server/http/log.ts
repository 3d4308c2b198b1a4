import pino, { type DestinationStream, type Logger } from 'pino';
import { KIB } from '#shared/limits.ts';
import { loggableError } from './loggable-error.ts';

export type LogStream = DestinationStream;

/** So long a line waits for others, in milliseconds, unless so many bytes came together before. */
const batch = { ms: 50, bytes: 64 * KIB };

/**
 * Standard output, written in batches: a system call for each line costs more than the request that it tells of. A batch is written
 * at once and whole: one that is on its way when the process ends would be lost, or stand after what was written later. What waits
 * is written when the process ends, also by an exception; only an end that no process hears of (SIGKILL, a power cut) loses the
 * last lines.
 */
export function standardOutput(): LogStream {
  const buffer = Buffer.allocUnsafeSlow(batch.bytes);
  let filled = 0;
  let timer: NodeJS.Timeout | undefined;
  let opened: ReturnType<typeof pino.destination> | undefined;
  /** At the first line: a log that says nothing listens to nothing. */
  const open = () => {
    const output = pino.destination({ dest: 1, sync: true, contentMode: 'buffer' });
    process.once('exit', () => {
      flush();
      output.flushSync();
    });
    return output;
  };
  const write = (bytes: Buffer) => opened?.write(bytes as never);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (filled === 0) return;
    write(buffer.subarray(0, filled));
    filled = 0;
  };
  return {
    write(line) {
      opened ??= open();
      // A character of UTF-16 has at most three bytes in UTF-8.
      if (line.length * 3 > batch.bytes - filled) flush();
      if (line.length * 3 > batch.bytes) write(Buffer.from(line));
      else filled += buffer.write(line, filled);
      timer ??= setTimeout(flush, batch.ms).unref();
    },
  };
}

/**
 * The one log: JSON lines. What may hold secrets is never handed to it; redaction is the second line of defence. Hand
 * it an error as `err`: its texts and its stack are kept, what libraries hang on it is not.
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
