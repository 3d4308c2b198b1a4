import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * The ids of traces that a trusted proxy sent, by request id. A call to the host may last longer than the request that
 * began it, so they are not deleted with their request but when there are too many.
 */
const adopted = new LRUCache<string, string>({ max: 2_000 });

/** Matches an id that this server has created. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Matches a traceparent header (W3C Trace Context §3.2) that names a trace. */
const wellFormed = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Stores the trace that a trusted proxy sent with a request. A malformed header counts as absent. */
export function adoptTrace(requestId: string, traceparent: unknown): void {
  const [, trace] = wellFormed.exec(String(traceparent)) ?? [];
  if (trace) adopted.set(requestId, trace);
}

/**
 * Returns the id of the trace of a request, for its log line: one id for all work that a click causes, on any machine.
 * Without a trusted proxy it consists of the digits of the request id.
 */
export function traceIdOf(requestId: string): string {
  return adopted.get(requestId) ?? digitsOf(requestId);
}

/**
 * Returns the header that names the trace of a call to the API host, and this server's part in it. The trace counts as
 * recorded, because the log line records it; otherwise a host that adopts the flags of its caller would switch off its
 * tracing.
 */
export function traceparentOf(requestId: string): string {
  const digits = digitsOf(requestId);
  return `00-${adopted.get(requestId) ?? digits}-${digits.slice(16)}-01`;
}

/** Returns 32 hexadecimal digits that stand for a request: its own id, or a hash of the id that its caller gave. */
function digitsOf(requestId: string): string {
  return uuid.test(requestId) ? requestId.replaceAll('-', '') : hash('sha256', requestId, 'hex').slice(0, 32);
}
