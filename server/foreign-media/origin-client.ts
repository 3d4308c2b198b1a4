import type { lookup } from 'node:dns';
import type { Readable } from 'node:stream';
import type { MediaOrigin } from '#shared/schemas/media-origin.ts';
import { createHostPool } from '../bff/upstream/host-pool.ts';
import type { UpstreamAnswer } from '../bff/upstream/upstream.ts';
import { AppError } from '../errors.ts';
import { assertPublicHost, PrivateAddressError, publicLookup } from '../http/public-address.ts';
import { createQueue } from '../queue.ts';
import { ForeignMediaError } from './problem.ts';

interface OriginClientOptions {
  origin: MediaOrigin;
  /** Maximum number of bytes of an answer. */
  mostBytes: number;
  /**
   * The longest wait for the headers, and between two pieces of the body, in milliseconds. The whole answer may take four
   * times as long, and a second for each 256 KiB of the announced length.
   */
  timeoutMs: number;
  /** The clock that measures for how long a failing origin gets no requests, in milliseconds. */
  now: () => number;
  /** Called when the origin has failed and gets no requests for a while. */
  onAway: (cause: unknown) => void;
  /** Resolves host names by DNS. */
  resolve?: typeof lookup;
}

/** Requests to one origin, a few at a time. */
export interface OriginClient {
  /**
   * Requests a raw path with GET and returns the result of `use` for the answer: 200, or 304 if `conditions` allow
   * it. Rejects with ForeignMediaError for any other answer, and with AppError 503 while too many requests wait.
   */
  ask<Value>(
    target: { path: string; url: string; conditions: Record<string, string> },
    use: (answer: { status: number; headers: UpstreamAnswer['headers']; body: Readable }) => Promise<Value>,
  ): Promise<Value>;
  close(): void;
}

const atOnce = 4;
const mostWaiting = 64;
/** After this number of consecutive failed requests, the origin gets no requests for `awayMs` milliseconds. */
const failuresInRow = 3;
const awayMs = 15_000;

/**
 * Creates the client of one origin. It follows no redirects, sends no data of visitors, and ignores proxies of the
 * environment. It connects only to public IP addresses, unless the origin is configured as private.
 */
export function createOriginClient(options: OriginClientOptions): OriginClient {
  const { origin, mostBytes, timeoutMs, now, onAway, resolve } = options;
  const { url } = origin;
  const isPrivateToo = origin.allowPrivate === true;
  const pool = createHostPool(url, atOnce, timeoutMs, {
    lookup: isPrivateToo ? (resolve as never) : publicLookup(resolve),
  });
  const inSlot = createQueue({
    atOnce,
    waiting: mostWaiting,
    full: () => new AppError('upstream.busy', 503, { headers: { 'Retry-After': '10' } }),
  });
  let failed = 0;
  let awayUntil = Number.NEGATIVE_INFINITY;

  function failedWith(error: unknown, asked: string): unknown {
    if (error instanceof ForeignMediaError) return error;
    const known = connectionFailure(error, asked);
    if (!known) return error;
    failed += 1;
    if (failed >= failuresInRow) {
      failed = 0;
      awayUntil = now() + awayMs;
      onAway(known);
    }
    return known;
  }

  return {
    ask: (target, use) =>
      inSlot(async () => {
        const { path, url: asked, conditions } = target;
        if (now() < awayUntil) throw new ForeignMediaError('away', `${asked}: ${url.origin} does not answer`);
        let answer: UpstreamAnswer | undefined;
        try {
          if (!isPrivateToo) assertPublicHost(url.hostname);
          const headers = { ...ownHeaders, host: url.host, ...conditions };
          answer = await pool.read({ method: 'GET', path, headers }, timeoutMs);
          failed = 0;
          assertUsable(answer, asked, mostBytes);
          return await use(answer);
        } catch (error) {
          throw failedWith(error, asked);
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

function assertUsable({ status, headers }: UpstreamAnswer, asked: string, mostBytes: number): void {
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

export function tooLarge(asked: string, mostBytes: number): ForeignMediaError {
  return new ForeignMediaError('tooLarge', `${asked}: has more than ${mostBytes} bytes`);
}

/** Converts a failure of the connection; undefined for our own errors, such as a full disk. */
function connectionFailure(error: unknown, asked: string): ForeignMediaError | undefined {
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
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET')
    return new ForeignMediaError('cut', `${asked}: the answer was cut off`, error);
  const isOfTheDisk = syscall !== undefined && /^(open|write|fsync|rename|mkdir|read|stat)/.test(syscall);
  return isOfTheDisk
    ? undefined
    : new ForeignMediaError('unreachable', `${asked}: ${error.message || code}`, error);
}
