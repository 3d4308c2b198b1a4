import { AppError } from '../../errors.ts';
import { causeOf } from '../../http/causes.ts';
import type { Verdict } from './breaker.ts';
import type { UpstreamRequest } from './upstream.ts';

/** How an exchange ended, as far as it matters to the breakers. */
type Ending =
  | 'noConnection'
  | 'silence'
  | 'slowTransfer'
  | 'pageOutOfTime'
  | 'gatewayFailure'
  | 'unusableAnswer'
  | 'failedRead'
  | 'failedWrite'
  | 'cutBody'
  | 'nothingLearnt'
  | 'answered';

export interface Verdicts {
  host: Verdict;
  row: Verdict;
}

/** Verdicts by the ending of a call, as in the table of server/bff/upstream/README.md, "Breaker". */
const verdicts: Record<Ending, Verdicts> = {
  noConnection: { host: 'failed', row: 'unknown' },
  silence: { host: 'failed', row: 'failed' },
  slowTransfer: { host: 'unknown', row: 'unknown' },
  pageOutOfTime: { host: 'unknown', row: 'failed' },
  gatewayFailure: { host: 'failed', row: 'unknown' },
  unusableAnswer: { host: 'ok', row: 'failed' },
  failedRead: { host: 'ok', row: 'failed' },
  // A failed write is reported at once, and its content may be the cause.
  failedWrite: { host: 'ok', row: 'unknown' },
  cutBody: { host: 'ok', row: 'failed' },
  nothingLearnt: { host: 'unknown', row: 'unknown' },
  answered: { host: 'ok', row: 'ok' },
};

/** Properties of a call that the rules depend on. */
export interface Kind {
  isRead: boolean;
  /** True for uploads of files and for downloads: their slowness is no sign of a failure. */
  mayBeSlow: boolean;
}

export function kindOf({ method, row }: Pick<UpstreamRequest, 'method' | 'row'>): Kind {
  return {
    isRead: method === 'GET' || method === 'HEAD',
    mayBeSlow: row?.upload !== undefined || row?.download === true,
  };
}

/**
 * Verdicts by the status of an answer. For a read, 'ok' for its row holds only if the body arrives completely
 * (`verdictsOfBody`).
 */
export function verdictsOfStatus(status: number, kind: Kind): Verdicts {
  return verdicts[endingOfStatus(status, kind)];
}

/** Verdicts by the error of a call without an answer; `reason` is why the caller gave up, if it did. */
export function verdictsOfError(error: AppError, kind: Kind, reason?: unknown): Verdicts {
  return verdicts[endingOfError(error, kind, reason)];
}

/** Verdicts by the end of a body: complete, or ended by an error. */
export function verdictsOfBody(error: Error | undefined, kind: Kind): Verdicts {
  const isCut = error !== undefined && !kind.mayBeSlow && isOfTheHost(error);
  return verdicts[isCut ? 'cutBody' : 'answered'];
}

/** True for a failure that may concern a single call while the host answers all others: the host was reachable. */
export function mayBeOfOneCall(cause: unknown): boolean {
  if (cause instanceof StatusError) return true;
  return cause instanceof AppError && (cause.code === 'upstream.timeout' || causeOf(cause) === 'reset');
}

/** An answer that counts as a failure. */
export class StatusError extends Error {
  constructor(status: number) {
    super(`The API host answered ${status}.`);
  }
}

/** Statuses of a gateway whose host is unreachable, accepts no calls, or is silent. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** Statuses above 499 that do not count against a row: unsupported method (501), and no room on the disk (507). */
const blamelessStatuses: ReadonlySet<number> = new Set([501, 507]);

function endingOfStatus(status: number, { isRead, mayBeSlow }: Kind): Ending {
  if (gatewayStatuses.has(status)) return status === 504 && mayBeSlow ? 'slowTransfer' : 'gatewayFailure';
  if (status < 500 || blamelessStatuses.has(status)) return 'answered';
  return isRead ? 'failedRead' : 'failedWrite';
}

function endingOfError({ code }: AppError, { mayBeSlow }: Kind, reason: unknown): Ending {
  if (code === 'upstream.unreachable') return 'noConnection';
  if (code === 'upstream.badAnswer') return 'unusableAnswer';
  if (code === 'upstream.timeout') return mayBeSlow ? 'slowTransfer' : 'silence';
  // The browser has not left: the page ran out of time for the read.
  const isOutOfTime = code === 'request.aborted' && reason instanceof Error && reason.name === 'TimeoutError';
  return isOutOfTime && !mayBeSlow ? 'pageOutOfTime' : 'nothingLearnt';
}

/** True if the connection or a timeout ended the body, and not its reader. */
function isOfTheHost(error: Error): boolean {
  if (error instanceof AppError) return error.code === 'upstream.timeout';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== 'UND_ERR_ABORTED';
}
