import { AppError } from '../errors.ts';

/** Why a request failed, as one word for a log line or a metric (docs/operations.md explains each word). */
export type Cause =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'reset'
  | 'headers_timeout'
  | 'timeout'
  | 'body'
  | 'bad_answer'
  | 'status_500'
  | 'status_502'
  | 'status_503'
  | 'status_504'
  | 'status_5xx'
  | 'status_429'
  | 'status_4xx'
  | 'breaker_open'
  | 'call_missing'
  | 'no_slot'
  | 'intake_full'
  | 'disk_full'
  | 'database_away'
  | 'database_busy'
  | 'store_down'
  | 'bug'
  | 'other';

const refused = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES']);
const names = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const reset = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED']);
/** Matches the error codes of TLS failures. For problems with a certificate Node uses OpenSSL's codes. */
const tls =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;
/** Error codes for a connection that ended in the middle of an answer. */
const cutBody = new Set([...reset, 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_STREAM_PREMATURE_CLOSE']);
/**
 * Causes of timeouts by error code: no more bytes came after the headers, or a page had to be sent before the host
 * had answered.
 */
const timeoutCauses: Record<string, Cause> = { UND_ERR_BODY_TIMEOUT: 'body', PAGE_TIMEOUT: 'timeout' };
const ownStatuses = new Set([500, 502, 503, 504]);

/** Returns the cause of an error, as one word. An unexpected error counts as a bug. */
export function causeOf(error: unknown): Cause {
  if (!(error instanceof AppError)) return 'bug';
  switch (error.code) {
    case 'upstream.unreachable':
      return connectionCause(error.cause);
    case 'upstream.timeout':
      return timeoutCauses[codeOf(error.cause)] ?? 'headers_timeout';
    case 'upstream.badAnswer':
      return cutBody.has(codeOf(error.cause)) ? 'body' : 'bad_answer';
    case 'upstream.failed':
      return ownStatuses.has(error.status) ? (`status_${error.status}` as Cause) : 'status_5xx';
    case 'upstream.down':
      return 'breaker_open';
    case 'upstream.busy':
      return 'status_429';
    case 'upstream.refused':
      return error.status === 429 ? 'status_429' : 'status_4xx';
    case 'host.callMissing':
      return 'call_missing';
    case 'upload.busy':
    case 'answer.busy':
      return 'no_slot';
    case 'intake.full':
      return 'intake_full';
    case 'storage.full':
    case 'upload.noSpace':
      return 'disk_full';
    case 'storage.away':
      return 'database_away';
    case 'storage.busy':
      return 'database_busy';
    case 'storage.down':
      return 'store_down';
    case 'request.failed':
      return 'bug';
    default:
      return 'other';
  }
}

/**
 * Returns the cause of a failed connection. If several IP addresses of a host were tried, the last failure counts.
 */
function connectionCause(error: unknown): Cause {
  const text = codeOf(error);
  const { errors } = (error ?? {}) as { errors?: unknown };
  if (refused.has(text)) return 'refused';
  if (names.has(text)) return 'dns';
  if (tls.test(text)) return 'tls';
  if (reset.has(text)) return 'reset';
  return Array.isArray(errors) && errors.length > 0 ? connectionCause(errors.at(-1)) : 'other';
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
