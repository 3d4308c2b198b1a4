import type { Readable } from 'node:stream';
import type { ContractRow } from '#shared/contract/index.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { SentForm } from '../../forms/read-form.ts';
import type { Principal } from '../../principal.ts';
import type { ArrivingBody } from './arriving-body.ts';
import type { BreakerState } from './breaker.ts';

/**
 * Signals that the caller no longer waits. An AbortSignal is one; a lighter implementation is used where each request
 * needs its own.
 */
export interface GiveUpSignal {
  readonly aborted: boolean;
  /** The reason, as in an AbortSignal: a TimeoutError is this site's own timeout, not a browser that left. */
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A part of a body: bytes, or a whole file that is sent from disk. */
export type BodyPiece = Buffer | { path: string; bytes: number };

/** The values in a path for the `{…}` of its row. */
export type Params = Readonly<Record<string, string>>;

/** One exchange with the API host. */
export interface UpstreamRequest {
  method: string;
  /** Raw path with query, as it is sent. */
  path: string;
  /**
   * The row of the contract that this call belongs to, if any, and the values for the `{…}` in its path. Matched
   * once, where the call begins.
   */
  row?: ContractRow | undefined;
  params?: Params | undefined;
  /** Complete: only `host` and `connection` are added. */
  headers: Record<string, string>;
  body?: string | Buffer | Readable | readonly BodyPiece[];
  /**
   * A form. The engine uses its parts; a mapped host gets translated parts; any other host gets all of them as
   * multipart, built when it is sent.
   */
  form?: SentForm;
  /** The signed-in user, as the host reported them at sign-in. */
  user?: SessionUser;
  /** The admin on whose behalf the engine is called, if a host handles sign-in. No header contains it. */
  asker?: Principal | undefined;
  /** True if the call has a session that `headers` do not show by an authorization. */
  isSession?: boolean;
  /** Bytes of a streamed body, if there is one: sets the deadline of uploads. */
  bodyLength?: number;
  /** Ends the exchange when the browser leaves. */
  signal?: GiveUpSignal;
}

export interface UpstreamAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Created on first access, which takes the body of an answer that is `arriving`. */
  readonly body: Readable;
  /** The unchanged body of a pooled read, while it arrives. */
  readonly arriving?: ArrivingBody;
}

/**
 * The API host: a remote one (UPSTREAM_URL), or the embedded engine in this process. Callers do not distinguish the
 * two.
 */
export interface Upstream {
  readonly url: URL;
  /**
   * True if calls are translated and do not go to `url` unchanged: only `request` may be used then, not `guarded`.
   */
  readonly isMapped?: boolean;
  /** Timeout in milliseconds until the response headers (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /**
   * Rejects with AppError: 502 upstream.unreachable, 504 upstream.timeout, 502 upstream.badAnswer. Without a call to
   * the host: 503 upstream.down, and for a visitor's read 503 upstream.busy, both with Retry-After.
   */
  request(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** Counts an exchange that the caller carries out as one of `request`; rejects with AppError in the same way. */
  guarded(
    request: Pick<UpstreamRequest, 'method' | 'path' | 'row' | 'headers' | 'signal'>,
    exchange: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer>;
  readonly breaker: HostBreaker;
  /** False if cached answers should be served longer, since the host limits its calls. */
  readonly mayRefresh: () => boolean;
  readonly stats: () => UpstreamStats;
  /** Deadline, in milliseconds, of an exchange with a body of that many bytes. */
  deadlineMs(bodyLength?: number): number;
  /**
   * Resolves when the host answers with a status below 500 within 2 s; rejects otherwise, and immediately while the
   * host is considered down. For /readyz.
   */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A server of media: the API host, or a foreign origin for its own paths (server/foreign-media). */
export type MediaHost = Pick<Upstream, 'url' | 'request'>;

/** State of the host's breaker (server/bff/upstream/README.md, "Breaker"). */
export interface HostBreaker {
  readonly state: BreakerState;
  /** Time of the first failure in the current run, while the breaker is not closed. */
  readonly downSince: Date | undefined;
  /** Whole seconds until the next try, at least 1. */
  readonly retryAfterSeconds: number;
  /** Calls the listener whenever the host is back. Returns a function that removes the listener. */
  onBack(listener: () => void): () => void;
}

/** Counters of the breakers, since the start. */
export interface GuardStats {
  /** How often the host was considered down, and how many exchanges the BFF refused meanwhile. */
  opened: number;
  refused: number;
  /** Rows whose breaker is not closed. */
  rowsOpen: string[];
}

/** Numbers for metrics. */
interface UpstreamStats extends GuardStats {
  state: BreakerState;
  /** Seconds for which visitors' reads still pause after a 429 of the host. */
  pausedSeconds: number;
}
