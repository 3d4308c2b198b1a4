import pino, { type DestinationStream, type Logger } from 'pino';

export type LogStream = DestinationStream;

/** The one log: JSON lines. What may hold secrets is never handed to it; redaction is the second line of defence. */
export function createLog(level: string, stream?: LogStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], remove: true },
  };
  return stream ? pino(options, stream) : pino(options);
}
