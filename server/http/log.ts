import pino, { type DestinationStream, type Logger } from 'pino';
import { loggableError } from './loggable-error.ts';

export type LogStream = DestinationStream;

/**
 * The one log: JSON lines. What may hold secrets is never handed to it; redaction is the second line of defence. Hand
 * it an error as `err`: its texts and its stack are kept, what libraries hang on it is not.
 */
export function createLog(level: string, stream?: LogStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggableError },
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], remove: true },
  };
  return stream ? pino(options, stream) : pino(options);
}
