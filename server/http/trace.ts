import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';

/** Where a request stands in a trace (W3C Trace Context). */
interface Trace {
  /** 32 hexadecimal digits: all that was done for one click, on whatever machine. */
  id: string;
  /** 16 hexadecimal digits: our part of it, the parent of what the API host does. */
  span: string;
  /** Two hexadecimal digits; the last bit says that the trace is recorded. */
  flags: string;
  /** What tracing systems of proxies have noted for one another. */
  state?: string;
}

/**
 * Traces that do not follow from the id of their request: those of trusted proxies, and of requests that brought an id along. A call to
 * the host may outlive the request that began it, so they are kept for a while, and by number.
 */
const adopted = new LRUCache<string, Trace>({ max: 2_000 });

/** An id that was made here. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Version, trace, parent, flags (§3.2); a later version may go on after that. */
const wellFormed = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const none = /^0+$/;
/** §3.3: so much has to be passed on, and more need not be. */
const plainState = /^[\x20-\x7e]{1,512}$/;

/**
 * Our log line is the record of a trace that begins here, so it says that it is recorded: "no" would switch off the tracing of an API
 * host that goes by its caller (docs/decisions/0033-metrics-and-logs.md).
 */
const recorded = '01';

/** Remembers the trace of a request whose id was not made here, or that comes from a trusted proxy: those headers are believed. */
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

/** The id of the trace that a request belongs to, for its log line. */
export function traceIdOf(requestId: string): string {
  return traceOf(requestId).id;
}

/** What tells the API host which trace a call belongs to. */
export function traceHeaders(requestId: string): { traceparent: string; tracestate?: string } {
  const { id, span, flags, state } = traceOf(requestId);
  return { traceparent: `00-${id}-${span}-${flags}`, ...(state !== undefined && { tracestate: state }) };
}

/** One random number names a request and its trace: the trace is the id without its dashes, and our span the second half. */
function traceOf(requestId: string): Trace {
  const known = adopted.size > 0 ? adopted.get(requestId) : undefined;
  if (known) return known;
  const digits = (uuid.test(requestId) ? requestId : randomUUID()).replaceAll('-', '');
  return { id: digits, span: digits.slice(16), flags: recorded };
}

/** Undefined for what is not well-formed, of version ff, or names no trace: then it counts as absent (§2.2.1). */
function readTraceparent(text: string): Pick<Trace, 'id' | 'flags'> | undefined {
  const [, version, id = '', parent = '', flags = '', more] = wellFormed.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (none.test(id) || none.test(parent)) return undefined;
  // Of the flags only this one is known to all versions.
  return { id, flags: Number.parseInt(flags, 16) & 1 ? '01' : '00' };
}
