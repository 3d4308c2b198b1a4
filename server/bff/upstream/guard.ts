import type { ContractRow } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { causeOf } from '../../http/causes.ts';
import { type Breaker, createBreaker, type Outcome, type Report } from './breaker.ts';
import type { GuardStats, UpstreamRequest } from './upstream.ts';

/** What a guard needs to know of an exchange. */
export type GuardedRequest = Pick<UpstreamRequest, 'method' | 'path' | 'row' | 'signal'> & {
  headers?: Record<string, string>;
};

/** An exchange that was let through, and what is learnt from it. `answered` or `failed` is called, once. */
export interface Watch {
  answered(status: number): Promise<void>;
  failed(error: AppError): Promise<void>;
  /** After `answered`: the body is over; with the error that ended it before its end. */
  bodyOver(error?: Error): void;
}

/**
 * The breakers around the API host: one for the host, and one for each row of the contract that has failed, for visitors and for
 * admins: what visitors ask for shuts out no admin.
 */
export interface Guard {
  readonly host: Breaker;
  /** Throws AppError 503 `upstream.down`, with Retry-After, when nothing is sent to the host or to this row now. */
  enter(request: GuardedRequest): Watch;
  /** Calls the listener whenever the host is back; returns what ends that. */
  onBack(listener: () => void): () => void;
  stats(): GuardStats;
  close(): void;
}

interface GuardOptions {
  /** Asks the host for a path, by HEAD, and gives its status. Rejects with AppError. */
  ask: (path: string) => Promise<number>;
  now?: () => number;
  /** Told when the host is taken as down, and when it is back. */
  onChange?: (change: 'down' | 'back', cause: unknown) => void;
}

/** What a gateway says of a host behind it that is not there, does not take calls, or is silent. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** Of the statuses above 499 these say nothing against a row: no such method (501), and no room on the disk (507). */
const blameless: ReadonlySet<number> = new Set([501, 507]);

/** So long a host whose failures were those of single calls is taken as down only when it does not answer us either. */
const doubtMs = 10 * 60_000;

type Verdict = 'ok' | 'failed' | 'says nothing';

/** docs/architecture.md §5, Breaker, has the rules as a table. */
export function createGuard({ ask, now = () => performance.now(), onChange }: GuardOptions): Guard {
  const isOfGateway = (status: number) => gatewayStatuses.has(status);
  const clock = { now };
  const rows = new Map<string, Breaker>();
  const listeners = new Set<() => void>();
  let opened = 0;
  let refused = 0;
  let nextTry: NodeJS.Timeout | undefined;
  let isDown = false;
  /** A public read that this host has answered: its first page may be none of the API's business, and fail or hang for ever. */
  let knownPath = '/';
  /** True while every failure in a row may be one of the call: it was answered, or was met with silence or the end of its connection. */
  let mayBeOfCalls = true;
  let isFirstTry = false;
  let doubtedUntil = Number.NEGATIVE_INFINITY;
  let isConfirming = false;

  const host = createBreaker({
    ...clock,
    onOpen(waitMs, cause) {
      clearTimeout(nextTry);
      nextTry = setTimeout(() => void tryHost(), waitMs).unref();
      if (isDown) return;
      isDown = true;
      isFirstTry = true;
      opened += 1;
      onChange?.('down', cause);
    },
    onClose() {
      clearTimeout(nextTry);
      isDown = false;
      onChange?.('back', undefined);
      for (const listener of listeners) listener();
    },
  });

  /** Half-open: one small call finds out, so that the host is back without anybody's traffic, and no visitor waits for the answer. */
  async function tryHost(): Promise<void> {
    host.permitTry();
    const report = host.enter(true);
    if (!report) return;
    const { outcome, isAnswered } = await askOurselves();
    // Who knows an address at which the host fails could otherwise take it from everybody, again and again.
    if (outcome.ok && isFirstTry && mayBeOfCalls) doubtedUntil = now() + doubtMs;
    isFirstTry = false;
    await report(outcome);
    // Something answers, if only for itself: a real call may know better.
    if (!outcome.ok && isAnswered) host.permitTry();
  }

  async function askOurselves(): Promise<{ outcome: Outcome; isAnswered: boolean }> {
    try {
      const status = await ask(knownPath);
      return { outcome: isOfGateway(status) ? failure(new StatusError(status)) : success, isAnswered: true };
    } catch (error) {
      const isFailure = hostVerdict(error as AppError, true) === 'failed';
      return { outcome: isFailure ? failure(error) : success, isAnswered: false };
    }
  }

  /** Instead of a failure that may be the call's own our small call counts; one at a time. */
  async function confirm(): Promise<void> {
    const report = isConfirming ? undefined : host.enter(false);
    if (!report) return;
    isConfirming = true;
    const { outcome } = await askOurselves();
    isConfirming = false;
    await report(outcome);
  }

  /** What a call says of the host. */
  async function tellHost(report: Report, verdict: Verdict, cause: unknown): Promise<void> {
    const mayBeOfCall = isOfCall(cause);
    if (verdict === 'ok') mayBeOfCalls = true;
    if (verdict === 'failed' && host.state === 'closed') {
      if (mayBeOfCall && now() < doubtedUntil) {
        void confirm();
        return;
      }
      mayBeOfCalls &&= mayBeOfCall;
    }
    await tell(host, report, verdict, cause);
  }

  function refuse(breaker: Breaker): never {
    refused += 1;
    throw new AppError('upstream.down', 503, {
      headers: { 'Retry-After': String(breaker.retryAfterSeconds) },
    });
  }

  return {
    host,
    enter(request) {
      const { method, path, row } = request;
      const isRead = method === 'GET' || method === 'HEAD';
      const mayBeSlow = row?.upload !== undefined || row?.download === true;
      // A sign-in or sign-out that fails may be about one person's account.
      const isCounted = row && row.origin !== 'session' && !row.signsIn;
      const rowBreaker = isCounted && breakerOf(row, request.headers?.authorization !== undefined);
      const reportRow = rowBreaker && (rowBreaker.enter(true) ?? refuse(rowBreaker));
      const reportHost = host.enter(isRead && !mayBeSlow);
      if (!reportHost) {
        if (rowBreaker && reportRow) void tell(rowBreaker, reportRow, 'says nothing', undefined);
        refuse(host);
      }
      const ofHost = (verdict: Verdict, cause: unknown) => tellHost(reportHost, verdict, cause);
      const ofRow = async (verdict: Verdict, cause: unknown) => {
        if (rowBreaker && reportRow) await tell(rowBreaker, reportRow, verdict, cause);
      };

      /** A short body is over before anybody has looked at its status. */
      let over: { error: Error | undefined } | undefined;
      let isForRow = false;
      const judgeBody = async () => {
        if (!isForRow || !over) return;
        const isCut = over.error !== undefined && !mayBeSlow && isOfTheHost(over.error);
        await ofRow(isCut ? 'failed' : 'ok', over.error);
      };
      return {
        async answered(status) {
          const cause = status >= 500 ? new StatusError(status) : undefined;
          if (isOfGateway(status)) {
            await ofHost(status === 504 && mayBeSlow ? 'says nothing' : 'failed', cause);
            return ofRow('says nothing', cause);
          }
          await ofHost('ok', undefined);
          // A write that fails fails at once, and may be the fault of what is written.
          if (status >= 500 && !blameless.has(status))
            return ofRow(isRead ? 'failed' : 'says nothing', cause);
          if (!isRead) return ofRow('ok', undefined);
          isForRow = true;
          await judgeBody();
          if (status < 300 && row && request.headers?.authorization === undefined) knownPath = path;
        },
        async failed(error) {
          await ofHost(hostVerdict(error, !mayBeSlow), error);
          await ofRow(rowVerdict(error, request, mayBeSlow), error);
        },
        bodyOver(error) {
          over ??= { error };
          void judgeBody();
        },
      };
    },
    onBack(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stats: () => ({
      opened,
      refused,
      rowsOpen: [
        ...new Set([...rows].filter(([, { state }]) => state !== 'closed').map(([key]) => nameOf(key))),
      ],
    }),
    close() {
      clearTimeout(nextTry);
      nextTry = undefined;
    },
  };

  function breakerOf({ name }: Pick<ContractRow, 'name'>, isOfAdmin: boolean): Breaker {
    const key = isOfAdmin ? `${name} ${ofAdmins}` : name;
    const known = rows.get(key) ?? createBreaker({ ...clock });
    rows.set(key, known);
    return known;
  }
}

const ofAdmins = '(admins)';
const nameOf = (key: string) => key.split(' ', 1)[0] ?? '';

const success: Outcome = { ok: true };
const failure = (cause: unknown): Outcome => ({ ok: false, cause });

class StatusError extends Error {
  constructor(status: number) {
    super(`The API host answered ${status}.`);
  }
}

async function tell(breaker: Breaker, report: Report, verdict: Verdict, cause: unknown): Promise<void> {
  if (verdict !== 'says nothing') return report(verdict === 'ok' ? success : failure(cause));
  if (breaker.state !== 'half-open') return;
  // Whoever tried it has left before there was an answer: the next one may.
  await report(failure(cause));
  breaker.permitTry();
}

/** Refused, unknown, TLS, reset before an answer, or silent. An answer that cannot be used comes from a host that is there. */
function hostVerdict(error: AppError, silenceCounts: boolean): Verdict {
  if (error.code === 'upstream.unreachable') return 'failed';
  if (error.code === 'upstream.timeout') return silenceCounts ? 'failed' : 'says nothing';
  return error.code === 'upstream.badAnswer' ? 'ok' : 'says nothing';
}

/** True for a failure with which a host may answer one call while it takes all others: it was there. */
function isOfCall(cause: unknown): boolean {
  if (cause instanceof StatusError) return true;
  return cause instanceof AppError && (cause.code === 'upstream.timeout' || causeOf(cause) === 'reset');
}

function rowVerdict(error: AppError, { signal }: GuardedRequest, mayBeSlow: boolean): Verdict {
  if (error.code === 'upstream.badAnswer') return 'failed';
  if (mayBeSlow) return 'says nothing';
  if (error.code === 'upstream.timeout') return 'failed';
  // Nobody left: a page had no more time for it.
  const ranOut =
    error.code === 'request.aborted' && (signal?.reason as Error | undefined)?.name === 'TimeoutError';
  return ranOut ? 'failed' : 'says nothing';
}

/** What ended a body: the connection or the clock, and not the reader. */
function isOfTheHost(error: Error): boolean {
  if (error instanceof AppError) return error.code === 'upstream.timeout';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code !== 'UND_ERR_ABORTED';
}
