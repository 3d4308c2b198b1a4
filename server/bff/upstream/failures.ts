import { AppError } from '../../errors.ts';

/** Error codes for a host that accepts a connection or a request but does not answer. */
const silent = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

/** Error codes for a host whose answer is not usable HTTP. */
const unusable = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'ERR_ASSERTION',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Messages of undici for bytes that are not a valid answer. */
const unusableTexts = /^(bad response|bad upgrade)$/;

/**
 * Turns a failure between the BFF and the API host into an error with a readable message
 * (server/bff/upstream/README.md, "Failures"): 504 if the host does not answer, 502 for an unusable answer or an
 * unreachable host. The client library's error becomes the cause, for the log. An AppError is returned unchanged.
 */
export function upstreamFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (silent.has(code)) return new AppError('upstream.timeout', 504, { cause: error });
  if (unusable.has(code) || isParserError(error) || unusableTexts.test(textOf(error)))
    return unusableAnswer(error);
  // The client library refuses to send the path or a header. This site or the browser caused that, and not the host.
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS') {
    return new AppError('request.badTarget', 400, { cause: error });
  }
  // All other failures: connection refused, unknown name, TLS, connection reset, or closed before an answer.
  return new AppError('upstream.unreachable', 502, { cause: error });
}

/** Returns the error for an answer, or a part of one, that violates the protocol or the contract. */
export function unusableAnswer(cause: unknown): AppError {
  return new AppError('upstream.badAnswer', 502, { cause });
}

/**
 * Errors of Node's parser have a code with this prefix. Errors of undici's parser have the same codes, or no code and
 * this name.
 */
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
