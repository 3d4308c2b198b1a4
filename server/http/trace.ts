import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';

/** Position of a request in a trace (W3C Trace Context). */
interface Trace {
  /** 32 hexadecimal digits. One id identifies all work that a click causes, on any machine. */
  id: string;
  /** 16 hexadecimal digits. Identifies this server's part of the trace, to which the API host's part refers. */
  span: string;
  /** Two hexadecimal digits; the last bit is set if the trace is recorded. */
  flags: string;
  /** Data that the tracing systems of proxies pass on to one another. */
  state?: string;
}

/**
 * The traces that a trusted proxy sent, by request id. A call to the host may last longer than the request that began
 * it, so they are not deleted with their request but when there are too many.
 */
const adopted = new LRUCache<string, Trace>({ max: 2_000 });

/** Matches an id that this server has created. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Matches a traceparent header (W3C Trace Context §3.2): version, trace, parent and flags. A later version may have
 * more fields after these.
 */
const wellFormed = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const none = /^0+$/;
/**
 * The tracestate that is passed on (W3C Trace Context §3.3): 512 characters have to be passed on, more need not be.
 */
const plainState = /^[\x20-\x7e]{1,512}$/;

/**
 * Flags of a trace that begins at this server. The flag "recorded" is set, because the log line records the trace.
 * Without it, an API host that adopts the flags of its caller would switch off its tracing
 * (docs/decisions/0033).
 */
const recorded = '01';

/** Stores the trace that a trusted proxy sent with a request. */
export function adoptTrace(requestId: string, { traceparent, tracestate }: IncomingHttpHeaders): void {
  const given = typeof traceparent === 'string' ? readTraceparent(traceparent) : undefined;
  if (!given) return;
  const state = typeof tracestate === 'string' && plainState.test(tracestate) ? tracestate : undefined;
  adopted.set(requestId, { ...given, span: digitsOf(requestId).slice(16), state });
}

/** Returns the id of the trace of a request, for its log line. */
export function traceIdOf(requestId: string): string {
  return traceOf(requestId).id;
}

/** Returns the headers that name the trace of a call to the API host. */
export function traceHeaders(requestId: string): { traceparent: string; tracestate?: string } {
  const { id, span, flags, state } = traceOf(requestId);
  return { traceparent: `00-${id}-${span}-${flags}`, ...(state !== undefined && { tracestate: state }) };
}

/**
 * Returns the trace of a request. Both ids come from the id of the request: the trace id is its digits, and this
 * server's span is the second half of them.
 */
function traceOf(requestId: string): Trace {
  const known = adopted.size > 0 ? adopted.get(requestId) : undefined;
  if (known) return known;
  const digits = digitsOf(requestId);
  return { id: digits, span: digits.slice(16), flags: recorded };
}

/** Returns 32 hexadecimal digits that stand for a request: its own id, or a hash of the id that its caller gave. */
function digitsOf(requestId: string): string {
  return uuid.test(requestId) ? requestId.replaceAll('-', '') : hash('sha256', requestId, 'hex').slice(0, 32);
}

/**
 * Parses a traceparent header. Undefined if it is malformed, has version ff, or names no trace; the header then
 * counts as absent (W3C Trace Context §3.2.2).
 */
function readTraceparent(text: string): Pick<Trace, 'id' | 'flags'> | undefined {
  const [, version, id = '', parent = '', flags = '', more] = wellFormed.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (none.test(id) || none.test(parent)) return undefined;
  // Only the last bit is known in all versions, so the other flags are cleared.
  return { id, flags: Number.parseInt(flags, 16) & 1 ? '01' : '00' };
}
