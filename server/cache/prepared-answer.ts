import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Coding, chooseCoding } from '../http/accept-encoding.ts';
import { pack } from '../http/compress.ts';
import { sendBytes } from '../http/end-with.ts';
import { contentHash, matchesEtag } from '../http/etag.ts';
import { noteFindings } from '../http/request-notes.ts';
import type { CacheState } from './cache-times.ts';

/** An answer that is the same for all visitors, ready to be sent repeatedly. */
export interface PreparedAnswer {
  readonly status: 200;
  /**
   * Headers such as Content-Type, Cache-Control, Vary and ETag. Headers that all answers have in common, and headers
   * that depend on the encoding, are not among them.
   */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The ETag is weak, because the same answer has other bytes in another encoding. */
  readonly etag: string;
  /** The body in each encoding that was requested so far. */
  readonly bodies: { identity: Buffer } & Partial<Record<Coding, Buffer>>;
  /** Name of the contract row, for log and metrics. */
  readonly row?: string;
}

/** Smallest body that is compressed, in bytes. A smaller one fits into one packet in any encoding. */
const smallestPacked = 1_200;

/** Prepares an answer. Adds the headers that depend on the body to `headers`: ETag, and Vary for the encoding. */
export function prepareAnswer(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  row?: string,
): PreparedAnswer {
  const etag = etagOf(body);
  const vary = [headers.Vary, ...(body.length < smallestPacked ? [] : ['Accept-Encoding'])].filter(Boolean);
  const { Vary: _vary, ...others } = headers;
  return {
    status: 200,
    headers: [
      ...Object.entries(others),
      ...(vary.length > 0 ? [['Vary', vary.join(', ')] as const] : []),
      ['ETag', etag],
    ],
    etag,
    bodies: { identity: body },
    ...(row !== undefined && { row }),
  };
}

export function etagOf(body: Buffer): string {
  return `W/"${contentHash(body)}"`;
}

/** Returns how much memory an answer uses, including its compressed bodies, in bytes (an estimate). */
export function bytesOf({ bodies }: PreparedAnswer): number {
  return Math.ceil(bodies.identity.length * 1.5) + 2_048;
}

/** Returns the encoding in which a browser gets this answer. */
export function codingFor(answer: PreparedAnswer, accepted: string | undefined): Coding {
  if (answer.bodies.identity.length < smallestPacked) return 'identity';
  if (accepted !== lastAccepted) {
    lastCoding = chooseCoding(accepted, () => true);
    lastAccepted = accepted;
  }
  return lastCoding;
}

/**
 * The result for the last value of the browser's Accept-Encoding header is remembered, because browsers send only a
 * few different values, mostly the same one.
 */
let lastAccepted: string | undefined;
let lastCoding: Coding = 'identity';

/** Compresses the body, unless an earlier request did. The first caller waits for it. */
async function bodyIn(answer: PreparedAnswer, coding: Coding): Promise<Buffer> {
  const known = answer.bodies[coding];
  if (known || coding === 'identity') return known ?? answer.bodies.identity;
  const body = await pack(answer.bodies.identity, coding);
  answer.bodies[coding] = body;
  return body;
}

/**
 * Returns the answer that replaces an older one. If nothing has changed, this is the older one. Otherwise it is the
 * new one, already compressed in every encoding in which the older one was requested, so that no caller waits for the
 * compression.
 */
export async function renewedAnswer<Value extends { prepared?: PreparedAnswer }>(
  before: Value,
  made: Value,
): Promise<Value> {
  if (before === made || !before.prepared || !made.prepared) return made;
  if (before.prepared.etag === made.prepared.etag && sameHeaders(before.prepared, made.prepared))
    return before;
  const { prepared } = made;
  await Promise.all(
    (['br', 'gzip'] as const).map((coding) => before.prepared?.bodies[coding] && bodyIn(prepared, coding)),
  );
  return made;
}

function sameHeaders(one: PreparedAnswer, other: PreparedAnswer): boolean {
  return JSON.stringify(one.headers) === JSON.stringify(other.headers);
}

/** Source of a served answer (cache or new), and its age in milliseconds. */
interface Served {
  state: CacheState;
  ageMs: number;
}

/** Returns the headers that state where an answer came from: X-Cache, and Age (RFC 9111 §5.1). */
function cacheHeaders({ state, ageMs }: Served): [name: string, value: string][] {
  const stateHeader: [string, string] = ['X-Cache', state.toUpperCase()];
  return state === 'miss' ? [stateHeader] : [stateHeader, ['Age', String(Math.floor(ageMs / 1000))]];
}

/** Sends the answer over a response on which only the headers common to all answers are set. */
export async function sendPrepared(
  req: IncomingMessage,
  res: ServerResponse,
  answer: PreparedAnswer,
  served: Served,
): Promise<void> {
  noteFindings(res, { cache: served.state });
  for (const [name, value] of answer.headers) res.setHeader(name, value);
  for (const [name, value] of cacheHeaders(served)) res.setHeader(name, value);
  if (matchesEtag(req.headers['if-none-match'], answer.etag)) {
    res.removeHeader('Content-Type');
    res.statusCode = 304;
    res.end();
    return;
  }
  const coding = codingFor(answer, req.headers['accept-encoding']);
  const body = await bodyIn(answer, coding);
  if (res.destroyed) return;
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding);
  res.statusCode = answer.status;
  sendBytes(res, body);
}
