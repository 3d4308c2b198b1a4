import { AppError } from '../../errors.ts';
import type { HostBreaker, UpstreamRequest } from './upstream.ts';

/** Number of failures in a row after which the host is tried. */
const mostFailures = 5;
/** Milliseconds from the first trial call that failed to the next; the time doubles after each, up to `longestMs`. */
const firstMs = 2_000;
const longestMs = 30_000;
/** Statuses with which a gateway reports that the host behind it is unreachable, busy, or does not answer. */
const gatewayStatuses = [502, 503, 504];

interface BreakerOptions {
  /** Sends HEAD with this path to the host, and resolves with the status. Rejects with AppError. */
  ask: (path: string) => Promise<number>;
  /** Called when the host starts to count as down, and when it is available again. */
  onChange?: (change: 'down' | 'back', cause?: unknown) => void;
}

/** The fields of a request that the breaker reads. */
export type GuardedRequest = Pick<UpstreamRequest, 'method' | 'path' | 'row' | 'headers'>;

/**
 * Stops all calls to a host that is down (server/bff/upstream/README.md, "Breaker"). Failures alone do not open the
 * breaker, but only a failed trial call of the BFF's own after them: otherwise a visitor who knows a URL at which the
 * host fails could take the host from everyone.
 */
export function createBreaker({ ask, onChange = () => {} }: BreakerOptions) {
  const listeners = new Set<() => void>();
  /** A public read that the host has answered before; the host's root page may not belong to the API, and may fail. */
  let workingPath = '/';
  /** The one before it: while the host is down both are tried in turn, since one address may fail alone. */
  let formerPath = '/';
  let failures = 0;
  let failingSince: Date | undefined;
  let isOpen = false;
  let isTrying = false;
  let waitMs = firstMs;
  let tryAt = 0;
  let timer: NodeJS.Timeout | undefined;

  async function tryHost() {
    if (isTrying) return;
    isTrying = true;
    if (isOpen) [workingPath, formerPath] = [formerPath, workingPath];
    const cause = await ask(workingPath).then(
      (status) =>
        gatewayStatuses.includes(status) ? new Error(`The API host answered ${status}.`) : undefined,
      (error: unknown) => error,
    );
    isTrying = false;
    if (cause === undefined) succeed();
    // Calls that succeeded meanwhile have shown that only the trial was slow.
    else if (isOpen || failures >= mostFailures) fail(cause);
  }

  function succeed() {
    failures = 0;
    failingSince = undefined;
    waitMs = firstMs;
    if (!isOpen) return;
    clearTimeout(timer);
    isOpen = false;
    onChange('back');
    for (const listener of listeners) listener();
  }

  function fail(cause: unknown) {
    if (!isOpen) {
      isOpen = true;
      onChange('down', cause);
    }
    tryAt = performance.now() + waitMs;
    timer = setTimeout(() => void tryHost(), waitMs).unref();
    waitMs = Math.min(2 * waitMs, longestMs);
  }

  function noteFailure() {
    failures += 1;
    failingSince ??= new Date();
    if (failures >= mostFailures && !isOpen) void tryHost();
  }

  const host: HostBreaker = {
    get state() {
      return isOpen ? 'open' : 'closed';
    },
    get downSince() {
      return isOpen ? failingSince : undefined;
    },
    onBack(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    host,
    /** Throws AppError 503 `upstream.down`, with Retry-After, while no call may be sent to the host. */
    admit() {
      if (!isOpen) return;
      const seconds = Math.max(1, Math.ceil((tryAt - performance.now()) / 1000));
      throw new AppError('upstream.down', 503, { retryAfter: seconds });
    },
    /** Must be called for each answer to an admitted call, with the milliseconds that it took. */
    answered({ method, path, row, headers }: GuardedRequest, status: number, tookMs: number) {
      if (gatewayStatuses.includes(status)) {
        if (status !== 504 || !mayBeSlow(row)) noteFailure();
        return;
      }
      // An answer to a call from before the outage says nothing.
      if (!isOpen) succeed();
      // A visitor who knows a slow search must not choose it for the trials.
      const isQuick = tookMs < 1_000 && !path.includes('?') && status < 300;
      const isPublicRead = row !== undefined && method === 'GET' && headers.authorization === undefined;
      if (isQuick && isPublicRead && path !== workingPath) [workingPath, formerPath] = [path, workingPath];
    },
    /** Must be called for each admitted call without an answer. */
    failed({ row }: GuardedRequest, { code }: AppError) {
      if (code === 'upstream.unreachable' || (code === 'upstream.timeout' && !mayBeSlow(row))) noteFailure();
    },
    close: () => clearTimeout(timer),
  };
}

/** True for uploads of files and for downloads, which may be slow although the host works. */
function mayBeSlow(row: UpstreamRequest['row']) {
  return row?.upload !== undefined || row?.download === true;
}
