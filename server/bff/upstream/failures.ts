import { AppError } from '../../errors.ts';

/** Codes of a host that takes a connection or a request but stays silent. */
const silent = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

/** Codes of a host that answered, but with something that is not usable HTTP. */
const unusable = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'ERR_ASSERTION',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** undici's messages for bytes that are no valid answer. */
const unusableTexts = /^(bad response|bad upgrade)$/;

/**
 * What went wrong between us and the API host, as a person may read it (docs/architecture.md §5, Failures): 504 for silence,
 * 502 for an answer that cannot be used, 502 for a host that is not there. The error of the client library stays as the
 * cause, for the log. Errors that are an AppError already pass unchanged.
 */
export function upstreamFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (silent.has(code)) return new AppError('upstream.timeout', 504, { cause: error });
  if (unusable.has(code) || isParserError(error) || unusableTexts.test(textOf(error)))
    return unusableAnswer(error);
  // Our own fault or the browser's, and never the host's: a path or a header that the client library refuses to send.
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS') {
    return new AppError('request.badTarget', 400, { cause: error });
  }
  // Refused, unknown name, TLS, reset, closed before an answer.
  return new AppError('upstream.unreachable', 502, { cause: error });
}

/** An answer, or a part of one, that is not what the protocol or the contract says. */
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
