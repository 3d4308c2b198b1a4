import { constants, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import pino, { type DestinationStream } from 'pino';
import { KIB, MIB } from '#shared/limits.ts';
import { codeOf } from '../errors.ts';

/**
 * Maximum number of characters of an error's text that are logged: a message may contain a whole answer of another
 * server.
 */
const longestText = 4_000;
const deepestCause = 4;

/**
 * Reduces an error to what may be logged: names, texts and stack. Other properties are left out, because libraries
 * put requests, headers and bodies into them, which contain tokens and passwords.
 */
function loggableError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(String(error)) };
  const code = codeOf(error);
  const isDeepest = error.cause === undefined || depth === deepestCause;
  return {
    type: error.name,
    message: cut(error.message),
    ...(code && { code }),
    ...(error.stack && { stack: cut(error.stack) }),
    ...(!isDeepest && { cause: loggableError(error.cause, depth + 1) }),
  };
}

function cut(text: string) {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

export interface LogStream extends DestinationStream {
  /** Returns the number of log lines that were lost. */
  lost?(): number;
}

/** Lines are written together after so many milliseconds, or earlier if so many bytes are collected. */
const batch = { ms: 50, bytes: 8 * KIB };
/** How many bytes of lines wait while the output accepts nothing; further lines are dropped. */
const waitingBytes = MIB;
/** How long the end of the process waits for an output that accepts nothing, in milliseconds. */
const lastTryMs = 200;

/**
 * Creates the log's output to standard output. It may stall (the reader of a pipe stops reading) or fail (a full disk),
 * but the site must not stop because of its log: lines wait, beyond a limit they are dropped, and a line states how many.
 * Waiting lines are written when the process ends, also after an exception. The last lines are lost only if the process
 * ends without notice (SIGKILL, a power cut).
 */
export function standardOutput(): Required<LogStream> {
  let lines: ReturnType<typeof pino.destination> | undefined;
  let lost = 0;
  let told = 0;
  let patientUntil = 0;
  /** True once the reader of a pipe is gone for good. */
  let isClosed = false;

  /** The output is opened with the first line, so that a log without lines adds no listener to the process. */
  const open = () => {
    const opened = pino.destination({
      dest: unblockedOutput(),
      sync: true,
      // As text, the library would copy all waiting lines with each one that it adds.
      contentMode: 'buffer',
      // The lines wait in one piece: of several, the library loses the lengths if the last piece was not written whole.
      maxWrite: waitingBytes,
      minLength: batch.bytes,
      maxLength: waitingBytes,
      periodicFlush: batch.ms,
      // Waiting for the output would stop the whole process.
      retryEAGAIN: () => performance.now() < patientUntil,
    });
    opened.on('drop', () => {
      lost += 1;
    });
    // Lines that were not accepted are written with the next flush.
    opened.on('error', ({ code }: NodeJS.ErrnoException) => {
      isClosed ||= code === 'EPIPE';
    });
    opened.on('drain', () => {
      if (lost === told) return;
      const before = lost;
      const count = before - told;
      const time = new Date().toISOString();
      opened.write(
        asBytes(
          `{"level":40,"time":"${time}","lost":${count},"msg":"${count} log lines were lost: standard output did not accept them"}\n`,
        ),
      );
      // There may be no room for this line either: then the next drain says it.
      if (lost === before) told = lost;
      lost = before;
    });
    process.once('exit', () => {
      patientUntil = performance.now() + lastTryMs;
      try {
        opened.flushSync();
      } catch {
        // The output accepts nothing: the last lines are lost.
      }
    });
    return opened;
  };

  return {
    write(line) {
      if (isClosed) {
        lost += 1;
        return;
      }
      lines ??= open();
      lines.write(asBytes(line));
    },
    lost: () => lost,
  };
}

/** Returns a line as pino's output takes it with `contentMode: 'buffer'`, of which the library's types do not know. */
const asBytes = (line: string) => Buffer.from(line) as unknown as string;

/**
 * Returns a descriptor of standard output on which a write fails (EAGAIN) instead of blocking. Node makes a pipe or a
 * socket non-blocking when its stream is first used. A terminal, where Ctrl+S stops the output, has to be opened
 * again for that.
 */
function unblockedOutput() {
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
 * Creates the only log of the process, as JSON lines. Callers never pass secrets; redaction is a second line of
 * defence. Pass an error as `err`: its texts and its stack are logged, but not the properties that libraries add to
 * errors.
 */
export function createLog(level: string, stream: LogStream = standardOutput()) {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggableError(error) },
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], remove: true },
  };
  return pino(options, stream);
}
