import { AppError } from '../../errors.ts';

/** Codes of a host that accepts a connection or a request but stays silent. */
const silent = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

/** Codes of a host whose answer is not usable HTTP. */
const unusable = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'ERR_ASSERTION',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** undici's messages for bytes that are not a valid answer. */
const unusableTexts = /^(bad response|bad upgrade)$/;

/**
 * Turns a failure between the BFF and the API host into an error with a readable message (server/bff/upstream/README.md, "Failures"):
 * 504 for silence, 502 for an unusable answer, 502 for an unreachable host. The client library's error is
 * the cause, for the log. An AppError passes unchanged.
 */
export function upstreamFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (silent.has(code)) return new AppError('upstream.timeout', 504, { cause: error });
  if (unusable.has(code) || isParserError(error) || unusableTexts.test(textOf(error)))
    return unusableAnswer(error);
  // A fault of this site or the browser, not of the host: a path or a header that the client library refuses to send.
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS') {
    return new AppError('request.badTarget', 400, { cause: error });
  }
  // Refused, unknown name, TLS, reset, closed before an answer.
  return new AppError('upstream.unreachable', 502, { cause: error });
}

/** Error for an answer, or a part of one, that violates the protocol or the contract. */
export function unusableAnswer(cause: unknown): AppError {
  return new AppError('upstream.badAnswer', 502, { cause });
}

/** Node's parser names its errors by code; undici's has the same codes, or none, and a name. */
function isParserError(error: unknown): boolean {
  return codeOf(error).startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError');
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
