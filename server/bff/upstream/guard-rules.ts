import { AppError } from '../../errors.ts';
import { causeOf } from '../../http/causes.ts';
import type { Verdict } from './breaker.ts';
import type { UpstreamRequest } from './upstream.ts';

/** How an exchange ended, as far as the breakers care. */
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

/** The table of docs/architecture.md §5.16. */
const verdicts: Record<Ending, Verdicts> = {
  noConnection: { host: 'failed', row: 'unknown' },
  silence: { host: 'failed', row: 'failed' },
  slowTransfer: { host: 'unknown', row: 'unknown' },
  pageOutOfTime: { host: 'unknown', row: 'failed' },
  gatewayFailure: { host: 'failed', row: 'unknown' },
  unusableAnswer: { host: 'ok', row: 'failed' },
  failedRead: { host: 'ok', row: 'failed' },
  // A write that fails fails at once, and may be the fault of what is written.
  failedWrite: { host: 'ok', row: 'unknown' },
  cutBody: { host: 'ok', row: 'failed' },
  nothingLearnt: { host: 'unknown', row: 'unknown' },
  answered: { host: 'ok', row: 'ok' },
};

/** What the rules depend on. */
export interface Kind {
  isRead: boolean;
  /** Takes files, or is a download: slowness says nothing. */
  mayBeSlow: boolean;
}

export function kindOf({ method, row }: Pick<UpstreamRequest, 'method' | 'row'>): Kind {
  return {
    isRead: method === 'GET' || method === 'HEAD',
    mayBeSlow: row?.upload !== undefined || row?.download === true,
  };
}

/** By the status of an answer. That of a read with 'ok' for its row holds only if its body arrives whole (`verdictsOfBody`). */
export function verdictsOfStatus(status: number, kind: Kind): Verdicts {
  return verdicts[endingOfStatus(status, kind)];
}

/** By the error that came instead of an answer; `reason` is why the caller gave up, if it did. */
export function verdictsOfError(error: AppError, kind: Kind, reason?: unknown): Verdicts {
  return verdicts[endingOfError(error, kind, reason)];
}

/** By the end of a body: whole, or ended by an error. */
export function verdictsOfBody(error: Error | undefined, kind: Kind): Verdicts {
  const isCut = error !== undefined && !kind.mayBeSlow && isOfTheHost(error);
  return verdicts[isCut ? 'cutBody' : 'answered'];
}

/** True for a failure that a host may have with one call while it takes all others: it was there. */
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

/** A gateway's statuses for a host behind it that is not there, takes no calls, or is silent. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** Statuses above 499 that do not count against a row: no such method (501), and no room on the disk (507). */
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
  // The browser has not left: a page had no more time for the read.
  const isOutOfTime = code === 'request.aborted' && reason instanceof Error && reason.name === 'TimeoutError';
  return isOutOfTime && !mayBeSlow ? 'pageOutOfTime' : 'nothingLearnt';
}

/** True if the connection or the clock ended a body, and not its reader. */
function isOfTheHost(error: Error): boolean {
  if (error instanceof AppError) return error.code === 'upstream.timeout';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== 'UND_ERR_ABORTED';
}
