import type { Readable } from 'node:stream';
import type { ContractRow } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import type { Principal } from '#shared/roles.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { SentForm } from '../../forms/read-form.ts';

/** A part of a body: bytes, or a whole file that is read from disk when it is sent. */
export type BodyPiece = Buffer | { path: string; bytes: number };

/** The values for the `{…}` parts of a contract row's path. */
export type Params = Readonly<Record<string, string>>;

/** One exchange with the API host. */
export interface UpstreamRequest {
  method: string;
  /** Raw path with query, as it is sent. */
  path: string;
  /** The contract row of this call, if it has one. It is found once, where the call begins. */
  row?: ContractRow;
  params?: Params;
  /** The complete headers: only `host` and `connection` are added when the call is sent. */
  headers: Record<string, string>;
  body?: AsyncIterable<Buffer> | readonly BodyPiece[];
  /** A JSON body instead of `body`. */
  json?: JsonBody;
  /**
   * A form instead of a body. The engine uses its parts directly; a mapped host gets translated parts; any other host
   * gets all parts as multipart, which is built when the call is sent.
   */
  form?: SentForm;
  /** The signed-in user, as the host described them at sign-in. */
  user?: SessionUser;
  /**
   * The admin on whose behalf the engine is called, on a site where an API host handles sign-in. The admin is passed
   * in this field only, never in a header.
   */
  principal?: Principal;
  /** True if the call belongs to a session although `headers` contain no authorization. */
  isSession?: boolean;
  /** Length of a streamed body in bytes, on which the deadline of an upload depends. */
  bodyLength?: number;
  /** Ends the exchange when it fires, e.g. when the browser disconnects. */
  signal?: AbortSignal;
}

export interface UpstreamAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  readonly body: Readable;
  /** The whole body, if it is in memory. */
  readonly bytes?: Buffer;
}

/**
 * The upstream: a remote API host (UPSTREAM_URL), or the embedded engine in this process. Callers do not distinguish
 * the two.
 */
export interface Upstream {
  readonly url: URL;
  /**
   * True if calls are translated by host.json instead of being sent to `url` unchanged. Then only `request` may be
   * used, not `guarded`.
   */
  readonly isMapped?: boolean;
  /** Milliseconds until the headers of an answer have to arrive (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /**
   * Makes a call. Rejects with AppError: 502 upstream.unreachable, 504 upstream.timeout, 502 upstream.badAnswer. If
   * the host was not called: 503 upstream.down, and for a visitor's read 503 upstream.busy, both with Retry-After.
   */
  request(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /**
   * Runs an exchange that the caller carries out, under the same breaker as `request`. Rejects with AppError in the
   * same way.
   */
  guarded(
    request: Pick<UpstreamRequest, 'method' | 'path' | 'row' | 'headers' | 'signal'>,
    exchange: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer>;
  readonly breaker: HostBreaker;
  /**
   * Returns false if cached answers should not be refreshed now, because the host's limit of calls is nearly used up.
   */
  readonly mayRefresh: () => boolean;
  /**
   * For /readyz. Resolves when the host answers with a status below 500 within 2 s; otherwise rejects, immediately if
   * the host counts as down.
   */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * A server of media files: the API host, or a foreign origin for the paths that belong to it (server/foreign-media).
 */
export type MediaHost = Pick<Upstream, 'url' | 'request'>;

/** State of the host's breaker (server/bff/upstream/README.md, "Breaker"). */
export interface HostBreaker {
  readonly state: 'closed' | 'open';
  /** When the first failure of the present run of failures happened; undefined while the breaker is closed. */
  readonly downSince: Date | undefined;
  /** Calls the listener whenever the host is available again. Returns a function that removes the listener. */
  onBack(listener: () => void): () => void;
}

/**
 * True for a method that changes nothing. Such a call may use a kept-alive connection that is just closing, and is
 * retried once (RFC 9110 §9.2.2).
 */
export function isSafe(method: string) {
  return method === 'GET' || method === 'HEAD';
}

/**
 * A JSON body that was parsed once: an upstream in this process reads its value, and a host is sent its bytes. The
 * value has only the fields of the call's row; the bytes of a body that a browser sent are unchanged.
 */
export interface JsonBody {
  value: unknown;
  bytes: Buffer;
}

/** Returns the JSON body of a call that this site makes itself. */
export function jsonBody(value: unknown) {
  return { value, bytes: Buffer.from(JSON.stringify(value)) };
}

/** Returns the value of a field; undefined if the body has no such field. */
export function fieldOf(json: JsonBody | undefined, name: string) {
  return isRecord(json?.value) && Object.hasOwn(json.value, name) ? json.value[name] : undefined;
}
