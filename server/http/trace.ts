import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';

/** Position of a request in a trace (W3C Trace Context). */
interface Trace {
  /** 32 hexadecimal digits: identifies all work for one click, on any machine. */
  id: string;
  /** 16 hexadecimal digits: this server's part of the trace, and the parent of the API host's. */
  span: string;
  /** Two hexadecimal digits; the last bit is set if the trace is recorded. */
  flags: string;
  /** Notes that tracing systems of proxies pass on to one another. */
  state?: string;
}

/**
 * Traces that cannot be derived from the id of their request: those of trusted proxies, and of requests that brought
 * an id. A call to the host may outlive the request that began it, so traces are retained up to a fixed number.
 */
const adopted = new LRUCache<string, Trace>({ max: 2_000 });

/** An id that this server has made. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Version, trace, parent, flags (§3.2); a later version may have more fields after these. */
const wellFormed = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const none = /^0+$/;
/** §3.3: this much must be passed on, and more need not be. */
const plainState = /^[\x20-\x7e]{1,512}$/;

/**
 * Flags of a trace that begins here. Our log line records it, so the flag is set: an unset one would switch off the
 * tracing of an API host that follows its caller (docs/decisions/0033-metrics-and-logs.md).
 */
const recorded = '01';

/**
 * Stores the trace of a request whose id was not made here, or that comes from a trusted proxy. The caller passes
 * only trusted headers.
 */
export function adoptTrace(requestId: string, { traceparent, tracestate }: IncomingHttpHeaders): void {
  const given = typeof traceparent === 'string' ? readTraceparent(traceparent) : undefined;
  const own = randomUUID().replaceAll('-', '');
  const state =
    given && typeof tracestate === 'string' && plainState.test(tracestate) ? tracestate : undefined;
  adopted.set(requestId, {
    id: given?.id ?? own,
    span: own.slice(16),
    flags: given?.flags ?? recorded,
    ...(state !== undefined && { state }),
  });
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
 * Returns the trace of a request. One random number identifies both: the trace id is the request id without its
 * dashes, and our span is its second half.
 */
function traceOf(requestId: string): Trace {
  const known = adopted.size > 0 ? adopted.get(requestId) : undefined;
  if (known) return known;
  const digits = (uuid.test(requestId) ? requestId : randomUUID()).replaceAll('-', '');
  return { id: digits, span: digits.slice(16), flags: recorded };
}

/**
 * Undefined if the header is not well-formed, has version ff, or names no trace: then it counts as absent (§2.2.1).
 */
function readTraceparent(text: string): Pick<Trace, 'id' | 'flags'> | undefined {
  const [, version, id = '', parent = '', flags = '', more] = wellFormed.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (none.test(id) || none.test(parent)) return undefined;
  // Only this flag is known in all versions.
  return { id, flags: Number.parseInt(flags, 16) & 1 ? '01' : '00' };
}
