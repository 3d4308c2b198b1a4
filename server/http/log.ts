import pino, { type DestinationStream, type Logger } from 'pino';
import { KIB } from '#shared/limits.ts';
import { loggableError } from './loggable-error.ts';

export type LogStream = DestinationStream;

/** So long a line waits for others, in milliseconds, unless so many characters came together before. */
const batch = { ms: 50, characters: 48 * KIB };

/**
 * Standard output, written in batches: a system call for each line costs more than the request that it tells of. What waits is
 * written when the process ends, also by an exception; only an end that no process hears of (SIGKILL, a power cut) loses the last
 * lines.
 */
export function standardOutput(): LogStream {
  let lines: string[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    characters = 0;
    // Many short strings cost the stream far more than one buffer.
    output.write(Buffer.from(text) as never);
  };
  process.once('exit', () => {
    flush();
    output.flushSync();
  });
  const output = pino.destination({ dest: 1, sync: false, contentMode: 'buffer' });
  return {
    write(line) {
      lines.push(line);
      characters += line.length;
      if (characters >= batch.characters) flush();
      else timer ??= setTimeout(flush, batch.ms).unref();
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
