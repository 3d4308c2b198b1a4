import type { TextCode } from '#shared/desk-messages.ts';
import { AppError } from '../errors.ts';

/** Why a request failed, as one word for a log line or a metric (docs/operations.md explains each word). */
export type Cause = ReturnType<typeof causeOf>;

const refused = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES']);
const names = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const reset = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED']);
/** Matches the error codes of TLS failures. For problems with a certificate Node uses OpenSSL's codes. */
const tls =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;
/** Error codes for a connection that ended in the middle of an answer. */
const cutBody = new Set([...reset, 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_STREAM_PREMATURE_CLOSE']);
const ownStatuses = [500, 502, 503, 504] as const;

/** Causes by the code of an error, where the code alone decides. */
const byCode = {
  'upstream.down': 'breaker_open',
  'upstream.busy': 'status_429',
  'host.callMissing': 'call_missing',
  'upload.busy': 'no_slot',
  'answer.busy': 'no_slot',
  'intake.full': 'intake_full',
  'storage.full': 'disk_full',
  'upload.noSpace': 'disk_full',
  'storage.away': 'database_away',
  'storage.busy': 'database_busy',
  'storage.down': 'store_down',
  'request.failed': 'bug',
} as const satisfies Partial<Record<TextCode, string>>;

/** Returns the cause of an error, as one word. An unexpected error counts as a bug. */
export function causeOf(error: unknown) {
  if (!(error instanceof AppError)) return 'bug';
  const { code, status, cause } = error;
  if (code === 'upstream.unreachable') return connectionCause(cause);
  if (code === 'upstream.timeout') return timeoutCause(codeOf(cause));
  if (code === 'upstream.badAnswer') return cutBody.has(codeOf(cause)) ? 'body' : 'bad_answer';
  if (code === 'upstream.failed')
    return `status_${ownStatuses.find((each) => each === status) ?? '5xx'}` as const;
  if (code === 'upstream.refused') return status === 429 ? 'status_429' : 'status_4xx';
  return code in byCode ? byCode[code as keyof typeof byCode] : 'other';
}

/** A timeout is that of the headers, unless no more bytes came after them, or a page had to be sent before. */
function timeoutCause(code: string) {
  if (code === 'UND_ERR_BODY_TIMEOUT') return 'body';
  return code === 'PAGE_TIMEOUT' ? 'timeout' : 'headers_timeout';
}

/**
 * Returns the cause of a failed connection. If several IP addresses of a host were tried, the last failure counts.
 */
function connectionCause(error: unknown): 'refused' | 'dns' | 'tls' | 'reset' | 'other' {
  const text = codeOf(error);
  const { errors } = (error ?? {}) as { errors?: unknown };
  if (refused.has(text)) return 'refused';
  if (names.has(text)) return 'dns';
  if (tls.test(text)) return 'tls';
  if (reset.has(text)) return 'reset';
  return Array.isArray(errors) && errors.length > 0 ? connectionCause(errors.at(-1)) : 'other';
}

/** Returns the code of an error; an empty text if it has none. */
export function codeOf(error: unknown) {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
