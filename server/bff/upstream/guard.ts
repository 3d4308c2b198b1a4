import type { ContractRow } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { type Breaker, type BreakerState, createBreaker, type Report, type Verdict } from './breaker.ts';
import {
  type Kind,
  kindOf,
  mayBeOfOneCall,
  StatusError,
  verdictsOfBody,
  verdictsOfError,
  verdictsOfStatus,
} from './guard-rules.ts';
import type { GuardStats, HostBreaker, UpstreamRequest } from './upstream.ts';

/** The fields of a request that the guard reads. */
export type GuardedRequest = Pick<UpstreamRequest, 'method' | 'path' | 'row' | 'signal'> & {
  headers?: Record<string, string>;
};

/** An exchange that the guard has admitted. Exactly one of `answered` and `failed` has to be called. */
export interface Watch {
  answered(status: number): Promise<void>;
  failed(error: AppError): Promise<void>;
  /**
   * Called when the body has ended, with the error if it ended too early. May be called before `answered`, because a
   * short body may have ended by then.
   */
  bodyOver(error?: Error): void;
}

interface GuardOptions {
  /** Sends HEAD with this path to the host, and resolves with the status. Rejects with AppError. */
  ask: (path: string) => Promise<number>;
  /** Returns milliseconds of a monotonic clock. */
  now?: () => number;
  /** Called when the host starts to count as down, and when it is available again. */
  onChange?: (change: 'down' | 'back', cause: unknown) => void;
}

/**
 * The breakers in front of the API host. There is one for the host, and two for each row of the contract that is
 * called: one for visitors and one for admins, so that failing calls of visitors cannot block an admin. The
 * rules are in guard-rules.ts, and as a table in server/bff/upstream/README.md, "Breaker".
 */
export function createGuard({ ask, now = () => performance.now(), onChange = () => {} }: GuardOptions) {
  const host = new HostGuard(ask, now, onChange);
  const rows = new RowBreakers(now);
  let refused = 0;

  function refuse({ retryAfterSeconds }: Pick<Breaker, 'retryAfterSeconds'>): never {
    refused += 1;
    throw new AppError('upstream.down', 503, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }

  return {
    host: host as HostBreaker,
    /**
     * Admits a call. Throws AppError 503 `upstream.down`, with Retry-After, while no call may be sent to the host or
     * for this row.
     */
    enter(request: GuardedRequest): Watch {
      const kind = kindOf(request);
      const row = rows.of(request);
      const ofRow = row ? (row.enter(true) ?? refuse(row)) : uncounted;
      const ofHost = host.enter(kind.isRead && !kind.mayBeSlow);
      if (!ofHost) {
        void ofRow('unknown');
        refuse(host);
      }
      return new GuardedExchange(request, kind, {
        ofRow,
        ofHost,
        worked: () => host.noteWorkingPath(request),
      });
    },
    stats: (): GuardStats => ({ opened: host.opened, refused, rowsOpen: rows.open() }),
    close: () => host.close(),
  };
}

const uncounted: Report = async () => {};

/**
 * The functions that receive how one exchange counts (`Verdict`): for the host's breaker, and for the row's breaker.
 */
interface Reports {
  ofHost: Report;
  ofRow: Report;
  /** Called when a read got a successful answer. */
  worked(): void;
}

class GuardedExchange implements Watch {
  readonly #request: GuardedRequest;
  readonly #kind: Kind;
  readonly #reports: Reports;
  #body: { error: Error | undefined } | undefined;
  /** True while the verdict for the row's breaker still depends on how the body ends. */
  #awaitsBody = false;

  constructor(request: GuardedRequest, kind: Kind, reports: Reports) {
    this.#request = request;
    this.#kind = kind;
    this.#reports = reports;
  }

  async answered(status: number): Promise<void> {
    const { ofHost, ofRow, worked } = this.#reports;
    const cause = status >= 500 ? new StatusError(status) : undefined;
    const { host, row } = verdictsOfStatus(status, this.#kind);
    await ofHost(host, cause);
    if (row !== 'ok' || !this.#kind.isRead) return ofRow(row, cause);
    this.#awaitsBody = true;
    await this.#judgeBody();
    if (status < 300) worked();
  }

  async failed(error: AppError): Promise<void> {
    const { ofHost, ofRow } = this.#reports;
    const { host, row } = verdictsOfError(error, this.#kind, this.#request.signal?.reason);
    await ofHost(host, error);
    await ofRow(row, error);
  }

  bodyOver(error?: Error): void {
    this.#body ??= { error };
    void this.#judgeBody();
  }

  async #judgeBody(): Promise<void> {
    if (!this.#awaitsBody || !this.#body) return;
    this.#awaitsBody = false;
    const { error } = this.#body;
    await this.#reports.ofRow(verdictsOfBody(error, this.#kind).row, error);
  }
}

/** The breakers of the rows, separate for visitors and admins. A breaker is created when its row is first called. */
class RowBreakers {
  readonly #now: () => number;
  readonly #known = { visitors: new Map<string, Breaker>(), admins: new Map<string, Breaker>() };

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the breaker for a call; undefined for a path without a row, and for sign-in and sign-out, whose failures
   * may concern a single account.
   */
  of({ row, headers }: GuardedRequest): Breaker | undefined {
    if (!row || row.origin === 'session' || row.signsIn) return undefined;
    const breakers = headers?.authorization === undefined ? this.#known.visitors : this.#known.admins;
    const known = breakers.get(row.name) ?? createBreaker({ now: this.#now });
    breakers.set(row.name, known);
    return known;
  }

  /** Returns the names of the rows whose breaker is not closed. */
  open(): ContractRow['name'][] {
    const { visitors, admins } = this.#known;
    const open = [...visitors, ...admins].filter(([, { state }]) => state !== 'closed');
    return [...new Set(open.map(([name]) => name))];
  }
}

/**
 * How long the BFF doubts failures that may concern only one call, in milliseconds. During this time such a failure
 * counts only if the BFF's own call fails too. The time begins when such failures have opened the breaker although
 * the host works.
 */
const doubtMs = 10 * 60_000;

/** The kind of the BFF's own small call: a read that should not be slow. */
const ownCall: Kind = { isRead: true, mayBeSlow: false };

/** The host's breaker, together with the BFF's own calls that test whether the host works. */
class HostGuard implements HostBreaker {
  /** How often the host started to count as down. */
  opened = 0;
  readonly #ask: GuardOptions['ask'];
  readonly #now: () => number;
  readonly #breaker: Breaker;
  readonly #listeners = new Set<() => void>();
  #nextTry: NodeJS.Timeout | undefined;
  /** Number of trial calls since the host went down; undefined while the host is up. */
  #tries: number | undefined;
  /**
   * Path for trial calls: a public read that the host has answered before. The host's root page may not belong to the
   * API, and may always fail or never answer.
   */
  #workingPath = '/';
  /** True while every failure of the present run may have concerned only its own call. */
  #mayBeOfCalls = true;
  #doubtedUntil = Number.NEGATIVE_INFINITY;
  #isConfirming = false;

  constructor(ask: GuardOptions['ask'], now: () => number, onChange: NonNullable<GuardOptions['onChange']>) {
    this.#ask = ask;
    this.#now = now;
    this.#breaker = createBreaker({
      now,
      onOpen: (waitMs, cause) => {
        clearTimeout(this.#nextTry);
        this.#nextTry = setTimeout(() => void this.#tryHost(), waitMs).unref();
        if (this.#tries !== undefined) return;
        this.#tries = 0;
        this.opened += 1;
        onChange('down', cause);
      },
      onClose: () => {
        clearTimeout(this.#nextTry);
        this.#tries = undefined;
        onChange('back', undefined);
        for (const listener of this.#listeners) listener();
      },
    });
  }

  get state(): BreakerState {
    return this.#breaker.state;
  }

  get downSince(): Date | undefined {
    return this.#breaker.downSince;
  }

  get retryAfterSeconds(): number {
    return this.#breaker.retryAfterSeconds;
  }

  onBack(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Admits a call like `Breaker.enter`. The returned function examines the verdict before the breaker gets it
   * (`#judge`).
   */
  enter(mayTry: boolean): Report | undefined {
    const report = this.#breaker.enter(mayTry);
    return report && ((verdict, cause) => this.#judge(report, verdict, cause));
  }

  /** Stores the path of a visitor's call as one that can be used for trial calls. */
  noteWorkingPath({ path, row, headers }: GuardedRequest): void {
    if (row && headers?.authorization === undefined) this.#workingPath = path;
  }

  close(): void {
    clearTimeout(this.#nextTry);
  }

  async #judge(report: Report, verdict: Verdict, cause: unknown): Promise<void> {
    if (verdict === 'ok') this.#mayBeOfCalls = true;
    if (verdict === 'failed' && this.state === 'closed') {
      const mayBeOfCall = mayBeOfOneCall(cause);
      if (mayBeOfCall && this.#now() < this.#doubtedUntil) {
        void this.#confirm();
        return;
      }
      this.#mayBeOfCalls &&= mayBeOfCall;
    }
    await report(verdict, cause);
  }

  /**
   * Makes a call of the BFF's own after a failure that may concern only one call. The result of the BFF's call counts
   * in place of that failure. Only one such call runs at a time.
   */
  async #confirm(): Promise<void> {
    const report = this.#isConfirming ? undefined : this.#breaker.enter(false);
    if (!report) return;
    this.#isConfirming = true;
    const { verdict, cause } = await this.#askHost();
    this.#isConfirming = false;
    await report(verdict, cause);
  }

  /**
   * Tests the host with one small call while the breaker is half-open. So the site notices a working host even
   * without traffic, and no visitor has to wait for the test.
   */
  async #tryHost(): Promise<void> {
    this.#breaker.permitTry();
    const report = this.#breaker.enter(true);
    if (!report) return;
    const { verdict, cause, isAnswered } = await this.#askHost();
    // The host works after all. So for some time a failure that may concern only one call needs a confirmation
    // (`#confirm`). Otherwise a visitor who knows a URL at which the host fails could take the site's host offline
    // for all visitors again and again.
    if (verdict === 'ok' && this.#tries === 0 && this.#mayBeOfCalls)
      this.#doubtedUntil = this.#now() + doubtMs;
    if (this.#tries !== undefined) this.#tries += 1;
    await report(verdict, cause);
    // A gateway answered this small call with a failure. The next call of a visitor or an admin may be a trial,
    // because it tests the host better than a small call.
    if (verdict === 'failed' && isAnswered) this.#breaker.permitTry();
  }

  async #askHost(): Promise<{ verdict: Verdict; cause?: unknown; isAnswered: boolean }> {
    try {
      const status = await this.#ask(this.#workingPath);
      const { host } = verdictsOfStatus(status, ownCall);
      return { verdict: host, cause: new StatusError(status), isAnswered: true };
    } catch (cause) {
      const { host } = verdictsOfError(cause as AppError, ownCall);
      // An error that is not a failure of the host, e.g. an internal one, is no reason to consider the host down.
      return { verdict: host === 'failed' ? 'failed' : 'ok', cause, isAnswered: false };
    }
  }
}
