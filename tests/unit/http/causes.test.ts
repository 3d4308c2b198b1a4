import { expect, it } from 'vitest';
import { AppError } from '../../../server/errors.ts';
import { causeOf } from '../../../server/http/causes.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });
const unreachable = (cause: unknown) => new AppError('upstream.unreachable', 502, { cause });

it.each([
  [unreachable(coded('ECONNREFUSED')), 'refused'],
  [unreachable(coded('ENOTFOUND')), 'dns'],
  [unreachable(coded('EAI_AGAIN')), 'dns'],
  [unreachable(coded('DEPTH_ZERO_SELF_SIGNED_CERT')), 'tls'],
  [unreachable(coded('CERT_HAS_EXPIRED')), 'tls'],
  [unreachable(coded('ERR_TLS_CERT_ALTNAME_INVALID')), 'tls'],
  [unreachable(coded('ECONNRESET')), 'reset'],
  [unreachable(coded('UND_ERR_SOCKET')), 'reset'],
  // Every address of a host was tried: the aggregate error has no code, or that of the first failure.
  [unreachable(Object.assign(new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]))), 'refused'],
  [unreachable(new Error('never seen')), 'other'],
  [unreachable(undefined), 'other'],
  [new AppError('upstream.timeout', 504), 'headers_timeout'],
  [new AppError('upstream.timeout', 504, { cause: coded('UND_ERR_BODY_TIMEOUT') }), 'body'],
  [new AppError('upstream.timeout', 504, { cause: coded('PAGE_TIMEOUT') }), 'timeout'],
  [new AppError('upstream.badAnswer', 502, { cause: new SyntaxError('no JSON') }), 'bad_answer'],
  [new AppError('upstream.badAnswer', 502, { cause: coded('ECONNRESET') }), 'body'],
  [new AppError('upstream.failed', 500), 'status_500'],
  [new AppError('upstream.failed', 504), 'status_504'],
  [new AppError('upstream.busy', 429), 'status_429'],
  [new AppError('upstream.refused', 403), 'status_4xx'],
  [new AppError('upload.busy', 503), 'no_slot'],
  [new AppError('intake.full', 503), 'intake_full'],
  [new AppError('storage.full', 507), 'disk_full'],
  [new AppError('upload.noSpace', 507), 'disk_full'],
  [new AppError('storage.away', 503), 'database_away'],
  [new AppError('storage.busy', 503), 'database_busy'],
  [new AppError('storage.down', 503), 'store_down'],
  [new AppError('request.notFound', 404), 'other'],
  [new TypeError('a fault of ours'), 'bug'],
  ['thrown text', 'bug'],
] as const)('%s is told as %s', (error, cause) => {
  expect(causeOf(error)).toBe(cause);
});
