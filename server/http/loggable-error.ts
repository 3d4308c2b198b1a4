/** The parts of an error that are safe to log. */
interface LoggableError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggableError;
}

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
export function loggableError(error: unknown): LoggableError {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: cut(error.message),
    ...(code && { code }),
    ...(error.stack && { stack: cut(error.stack) }),
    ...(error.cause !== undefined && depth < deepestCause && { cause: describe(error.cause, depth + 1) }),
  };
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
