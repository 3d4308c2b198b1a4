import type { Readable } from 'node:stream';
import type { ContractRow } from '#shared/contract/index.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { Asker } from '../../asker.ts';
import type { SentForm } from '../../forms/read-form.ts';
import type { ArrivingBody } from './arriving-body.ts';
import type { BreakerState } from './breaker.ts';

/** Tells that nobody waits any more. An AbortSignal is one; where there is one for each request, a lighter one does. */
export interface GiveUpSignal {
  readonly aborted: boolean;
  /** Why, as an AbortSignal says it: a TimeoutError is our own patience, and not a browser that left. */
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A part of a body: bytes, or a whole file that is sent from the disk. */
export type BodyPiece = Buffer | { path: string; bytes: number };

/** The values in a path for the `{…}` of its row. */
export type Params = Readonly<Record<string, string>>;

/** One exchange with the API host. */
export interface UpstreamRequest {
  method: string;
  /** Raw path with query, as it goes onto the wire. */
  path: string;
  /** The row of the contract that this is a call of, if it is one, and what stands in its path at `{…}`: found once, where the call begins. */
  row?: ContractRow | undefined;
  params?: Params | undefined;
  /** Complete: nothing is added but `host` and `connection`. */
  headers: Record<string, string>;
  body?: string | Buffer | Readable | readonly BodyPiece[];
  /** A form: the engine takes its parts, a host with other names others of them, and any other host all of them as multipart, made when it is sent. */
  form?: SentForm;
  /** Who is signed in, as the host has said it at their sign-in. */
  user?: SessionUser;
  /** Beside a host that signs people in: the admin for whom the engine is asked. No header says it. */
  asker?: Asker | undefined;
  /** Somebody is signed in, where `headers` do not show it by an authorization. */
  isSession?: boolean;
  /** Bytes of a streamed body, where there is one: sizes the deadline of uploads. */
  bodyLength?: number;
  /** Ends the exchange when the browser leaves. */
  signal?: GiveUpSignal;
}

export interface UpstreamAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Made at the first look: of an answer that is `arriving` it takes the body. */
  readonly body: Readable;
  /** The body of a read as it comes, when it comes over the pool and nobody has changed it. */
  readonly arriving?: ArrivingBody;
}

/** The API host: a remote one (UPSTREAM_URL), or the embedded engine in this process. Nobody asks which. */
export interface Upstream {
  readonly url: URL;
  /** Calls do not go to `url` as they are: `request` alone knows how, and `guarded` is for nobody. */
  readonly isMapped?: boolean;
  /** Milliseconds to response headers (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /**
   * Rejects with AppError: 502 upstream.unreachable, 504 upstream.timeout, 502 upstream.badAnswer; without asking the host, 503
   * upstream.down, and for a read of a visitor 503 upstream.busy, both with Retry-After.
   */
  request(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** Lets an exchange that somebody else carries count as one of `request`; it rejects with AppError as that does. */
  guarded(
    request: Pick<UpstreamRequest, 'method' | 'path' | 'row' | 'headers' | 'signal'>,
    exchange: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer>;
  readonly breaker: HostBreaker;
  /** False when what is stored should be given a while longer, since the host limits its calls. */
  readonly mayRefresh: () => boolean;
  readonly stats: () => UpstreamStats;
  /** Milliseconds that an exchange with a body of so many bytes may last in all. */
  deadlineMs(bodyLength?: number): number;
  /**
   * Resolves when the host answers with a status below 500 within 2 s; rejects otherwise, and at once while it is taken as down.
   * For /readyz.
   */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Whoever has the bytes of media: the API host, and foreign origins for the paths that are theirs (server/foreign-media). */
export type MediaHost = Pick<Upstream, 'url' | 'request'>;

/** Whether the host is taken as down (docs/architecture.md §5, Breaker). */
export interface HostBreaker {
  readonly state: BreakerState;
  /** When the first failure of the present run happened, while it is not closed. */
  readonly downSince: Date | undefined;
  /** Whole seconds until it is tried next, at least 1. */
  readonly retryAfterSeconds: number;
  /** Calls the listener whenever the host is back; returns what ends that. */
  onBack(listener: () => void): () => void;
}

/** Plain numbers of the breakers, since the start. */
export interface GuardStats {
  /** How often the host was taken as down, and how many exchanges were answered here instead. */
  opened: number;
  refused: number;
  /** Rows that are not asked now. */
  rowsOpen: string[];
}

/** Plain numbers, for metrics. */
interface UpstreamStats extends GuardStats {
  state: BreakerState;
  /** Seconds for which visitors' reads leave the host alone, since it has said 429. */
  pausedSeconds: number;
}
