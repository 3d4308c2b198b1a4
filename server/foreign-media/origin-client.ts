import type { lookup } from 'node:dns';
import type { MediaOrigin } from '#shared/schemas/media-origin.ts';
import { createHostPool } from '../bff/upstream/host-pool.ts';
import type { UpstreamAnswer } from '../bff/upstream/upstream.ts';
import { AppError } from '../errors.ts';
import { assertPublicHost, PrivateAddressError, publicLookup } from '../http/public-address.ts';
import { createQueue } from '../process/work.ts';

/**
 * Reasons for which a foreign file cannot be had:
 *
 * - `notNamed`: the URL is below none of the named origins.
 * - `badAddress`: two parsers could read the URL differently.
 * - `privateAddress`: the origin leads into a private network, or to this machine.
 * - `missing`: 404 or 410.
 * - `redirect`, `refused`: any other answer than the file.
 * - `unreachable`, `timeout`, `cut`: no connection, no data in time, an incomplete file.
 * - `wrongType`: neither image nor video by its first bytes.
 * - `tooLarge`: more bytes than allowed for its kind.
 */
type MediaProblem =
  | 'notNamed'
  | 'badAddress'
  | 'privateAddress'
  | 'missing'
  | 'redirect'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'wrongType'
  | 'tooLarge';

/** States the problem and the URL of the file: for logs and for the operator of an import, never for visitors. */
export class ForeignMediaError extends Error {
  override name = 'ForeignMediaError';
  readonly problem: MediaProblem;

  constructor(problem: MediaProblem, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}

const nothingThere = new Set<MediaProblem>(['notNamed', 'badAddress', 'missing']);

/** True if, for a visitor, the file does not exist. */
export function isNothing(error: unknown) {
  return error instanceof ForeignMediaError && nothingThere.has(error.problem);
}

/** Returns the error that visitors get, which does not reveal where the media are. */
export function visitorsError(error: unknown) {
  if (!(error instanceof ForeignMediaError)) return error;
  const cause = error;
  if (nothingThere.has(error.problem)) return new AppError('request.notFound', 404, { cause });
  if (error.problem === 'timeout') return new AppError('upstream.timeout', 504, { cause });
  return new AppError('upstream.badAnswer', 502, { cause });
}

interface OriginClientOptions {
  origin: MediaOrigin;
  /** Maximum number of bytes of an answer. */
  mostBytes: number;
  /**
   * The longest wait for the headers, and between two pieces of the body, in milliseconds. The whole answer may take four
   * times as long, and a second for each 256 KiB of the announced length.
   */
  timeoutMs: number;
  /** Resolves host names by DNS. */
  resolve?: typeof lookup;
}

const atOnce = 4;
const mostWaiting = 64;
/**
 * Creates the client of one origin. It follows no redirects, sends no data of visitors, and ignores proxies of the
 * environment. It connects only to public IP addresses, unless the origin is configured as private.
 */
export function createOriginClient({ origin, mostBytes, timeoutMs, resolve }: OriginClientOptions) {
  const { url, allowPrivate = false } = origin;
  const pool = createHostPool(url, atOnce, timeoutMs, {
    lookup: allowPrivate ? (resolve as never) : publicLookup(resolve),
  });
  const inSlot = createQueue({
    atOnce,
    waiting: mostWaiting,
    full: () => new AppError('upstream.busy', 503, { retryAfter: 10 }),
  });
  return {
    /**
     * Requests a raw path with GET and returns the result of `use` for the answer: 200, or 304 if `conditions` allow
     * it. Rejects with ForeignMediaError for any other answer, and with AppError 503 while too many requests wait.
     */
    ask: <Value>(
      { path, url: asked, conditions }: { path: string; url: string; conditions: Record<string, string> },
      use: (answer: UpstreamAnswer) => Promise<Value>,
    ): Promise<Value> =>
      inSlot(async () => {
        let answer: UpstreamAnswer | undefined;
        try {
          if (!allowPrivate) assertPublicHost(url.hostname);
          const headers = { ...ownHeaders, host: url.host, ...conditions };
          answer = await pool.read({ method: 'GET', path, headers }, timeoutMs);
          assertUsable(answer, asked, mostBytes);
          return await use(answer);
        } catch (error) {
          throw connectionFailure(error, asked) ?? error;
        } finally {
          answer?.body.destroy();
        }
      }),
    close: () => void pool.destroy(),
  };
}

const ownHeaders = {
  accept: 'image/*, video/*',
  'accept-encoding': 'identity',
  'user-agent': 'studio-site media',
};

function assertUsable({ status, headers }: UpstreamAnswer, asked: string, mostBytes: number) {
  if (status === 404 || status === 410)
    throw new ForeignMediaError('missing', `${asked}: answered ${status}`);
  if (status >= 300 && status < 400 && status !== 304) {
    const where = String(headers.location ?? '').slice(0, 200);
    throw new ForeignMediaError(
      'redirect',
      `${asked}: answered ${status}, and redirects are not followed (it leads to "${where}")`,
    );
  }
  if (status !== 200 && status !== 304)
    throw new ForeignMediaError('refused', `${asked}: answered ${status}`);
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity')
    throw new ForeignMediaError(
      'refused',
      `${asked}: answered with the encoding ${String(coding).slice(0, 50)}, which was not requested`,
    );
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge(asked, mostBytes);
}

export function tooLarge(asked: string, mostBytes: number) {
  return new ForeignMediaError('tooLarge', `${asked}: has more than ${mostBytes} bytes`);
}

/** Converts a failure of the connection; undefined for our own errors, such as a full disk. */
function connectionFailure(error: unknown, asked: string) {
  if (error instanceof ForeignMediaError) return error;
  if (error instanceof PrivateAddressError)
    return new ForeignMediaError('privateAddress', `${asked}: ${error.message}`, error);
  if (error instanceof AppError) {
    if (error.code === 'upstream.timeout')
      return new ForeignMediaError('timeout', `${asked}: no answer in time`, error);
    return error.status >= 500
      ? new ForeignMediaError('refused', `${asked}: ${error.message}`, error)
      : undefined;
  }
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_BODY_TIMEOUT')
    return new ForeignMediaError('timeout', `${asked}: no answer in time`, error);
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET')
    return new ForeignMediaError('cut', `${asked}: the answer was cut off`, error);
  const isOfTheDisk =
    code === 'ERR_SQLITE_ERROR' || /^(open|write|fsync|rename|mkdir|read|stat)/.test(syscall ?? '');
  return isOfTheDisk
    ? undefined
    : new ForeignMediaError('unreachable', `${asked}: ${error.message || code}`, error);
}
