import type { Readable } from 'node:stream';
import type { ArrivingBody } from './arriving-body.ts';

/** Tells that nobody waits any more. An AbortSignal is one; where there is one for each request, a lighter one does. */
export interface GiveUpSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A part of a body: bytes, or a whole file that is sent from the disk. */
export type BodyPiece = Buffer | { path: string; bytes: number };

/** One exchange with the API host. */
export interface UpstreamRequest {
  method: string;
  /** Raw path with query, as it goes onto the wire. */
  path: string;
  /** Complete: nothing is added but `host` and `connection`. */
  headers: Record<string, string>;
  body?: string | Buffer | Readable | readonly BodyPiece[];
  /** Bytes of a streamed body: sizes the deadline of uploads. */
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

/** The API host: a remote one (UPSTREAM_URL) or the embedded engine's listener. Nobody asks which. */
export interface Upstream {
  readonly url: URL;
  /** Milliseconds to response headers (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /** Rejects with AppError: 502 upstream.unreachable, 504 upstream.timeout, 502 upstream.badAnswer. */
  request(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** Milliseconds that an exchange with a body of so many bytes may last in all. */
  deadlineMs(bodyLength?: number): number;
  /** Resolves when the host answers with a status below 500 within 2 s; rejects otherwise. For /readyz. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}
