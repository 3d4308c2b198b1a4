import { AppError } from '../../errors.ts';
import { causeOf } from '../../http/causes.ts';
import type { Verdict } from './breaker.ts';
import type { UpstreamRequest } from './upstream.ts';

/** The ways in which an exchange can end, as far as the guard distinguishes them. */
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

/** How a call counts: for the breaker of the host, and for the breaker of its row. */
interface Verdicts {
  host: Verdict;
  row: Verdict;
}

/** The verdicts on a call by its ending, as in the table of server/bff/upstream/README.md, "Breaker". */
const verdicts: Record<Ending, Verdicts> = {
  noConnection: { host: 'failed', row: 'unknown' },
  silence: { host: 'failed', row: 'failed' },
  slowTransfer: { host: 'unknown', row: 'unknown' },
  pageOutOfTime: { host: 'unknown', row: 'failed' },
  gatewayFailure: { host: 'failed', row: 'unknown' },
  unusableAnswer: { host: 'ok', row: 'failed' },
  failedRead: { host: 'ok', row: 'failed' },
  // A failed write counts neither against the host nor against the row: its error is reported to the user
  // immediately, and the content that was written may have caused it.
  failedWrite: { host: 'ok', row: 'unknown' },
  cutBody: { host: 'ok', row: 'failed' },
  nothingLearnt: { host: 'unknown', row: 'unknown' },
  answered: { host: 'ok', row: 'ok' },
};

/** The properties of a call that decide, together with its ending, how it counts for the breakers. */
export interface Kind {
  isRead: boolean;
  /** True for uploads of files and for downloads, which may be slow without any failure. */
  mayBeSlow: boolean;
}

export function kindOf({ method, row }: Pick<UpstreamRequest, 'method' | 'row'>): Kind {
  return {
    isRead: method === 'GET' || method === 'HEAD',
    mayBeSlow: row?.upload !== undefined || row?.download === true,
  };
}

/**
 * Returns the verdicts on a call whose answer has this status. For a read, 'ok' for the row is preliminary: the body
 * must also arrive completely (`verdictsOfBody`).
 */
export function verdictsOfStatus(status: number, kind: Kind): Verdicts {
  return verdicts[endingOfStatus(status, kind)];
}

/** Returns the verdicts on a call that got no answer, by its error. If the caller gave up, `reason` says why. */
export function verdictsOfError(error: AppError, kind: Kind, reason?: unknown): Verdicts {
  return verdicts[endingOfError(error, kind, reason)];
}

/** Returns the verdicts on a call whose answer's body has ended, completely or with an error. */
export function verdictsOfBody(error: Error | undefined, kind: Kind): Verdicts {
  const isCut = error !== undefined && !kind.mayBeSlow && isOfTheHost(error);
  return verdicts[isCut ? 'cutBody' : 'answered'];
}

/**
 * True for a failure that may concern a single call while the host answers all others. The host was reachable in such
 * a case.
 */
export function mayBeOfOneCall(cause: unknown): boolean {
  if (cause instanceof StatusError) return true;
  return cause instanceof AppError && (cause.code === 'upstream.timeout' || causeOf(cause) === 'reset');
}

/** Describes an answer whose status counts as a failure. */
export class StatusError extends Error {
  constructor(status: number) {
    super(`The API host answered ${status}.`);
  }
}

/**
 * Statuses with which a gateway reports that the host behind it is unreachable, accepts no calls, or does not answer.
 */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** Statuses from 500 that do not count against a row: method not supported (501), and no room on the disk (507). */
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
  // With a TimeoutError the browser has not disconnected: the page's time limit for the read was over.
  const isOutOfTime = code === 'request.aborted' && reason instanceof Error && reason.name === 'TimeoutError';
  return isOutOfTime && !mayBeSlow ? 'pageOutOfTime' : 'nothingLearnt';
}

/** True if a body was ended by the connection or a timeout, and not by its reader. */
function isOfTheHost(error: Error): boolean {
  if (error instanceof AppError) return error.code === 'upstream.timeout';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== 'UND_ERR_ABORTED';
}
