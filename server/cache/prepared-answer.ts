import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Coding, chooseCoding } from '../http/accept-encoding.ts';
import { endWith } from '../http/end-with.ts';
import { contentHash, matchesEtag } from '../http/etag.ts';
import { holdLarge } from '../http/large-answers.ts';
import { pack } from '../http/pack.ts';
import { noteFindings } from '../http/request-notes.ts';
import type { CacheState } from './cache-times.ts';

/** An answer that is the same for everybody, ready to be written as often as it is asked for. */
export interface PreparedAnswer {
  readonly status: 200;
  /** Content-Type, Cache-Control, Vary, ETag and the like; not those that every answer has, nor those of a coding. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Weak: the same answer in another coding is other bytes. */
  readonly etag: string;
  /** The body in each coding that somebody has asked for so far. */
  readonly bodies: { identity: Buffer } & Partial<Record<Coding, Buffer>>;
  /** The contract row, for log and metrics. */
  readonly row?: string;
}

/** Below this many bytes a body is sent as it is: it is one packet in any coding. */
const smallestPacked = 1_200;

/** The parts of `headers` that follow from the body are added: ETag, and that its coding depends on the request. */
export function prepareAnswer(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  row?: string,
): PreparedAnswer {
  const etag = `W/"${contentHash(body)}"`;
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

/** Bytes that an answer takes in memory, its packed forms included. */
export function bytesOf({ bodies }: PreparedAnswer): number {
  return Math.ceil(bodies.identity.length * 1.5) + 2_048;
}

/** The coding in which a browser gets this answer. */
export function codingFor(answer: PreparedAnswer, accepted: string | undefined): Coding {
  if (answer.bodies.identity.length < smallestPacked) return 'identity';
  if (accepted !== lastAccepted) {
    lastCoding = chooseCoding(accepted, () => true);
    lastAccepted = accepted;
  }
  return lastCoding;
}

/** Browsers send few different texts, and the same one again and again. */
let lastAccepted: string | undefined;
let lastCoding: Coding = 'identity';

/** Packs the body, unless that was done for somebody else. The first who asks waits for it. */
async function bodyIn(answer: PreparedAnswer, coding: Coding): Promise<Buffer> {
  const known = answer.bodies[coding];
  if (known || coding === 'identity') return known ?? answer.bodies.identity;
  const body = await pack(answer.bodies.identity, coding);
  answer.bodies[coding] = body;
  return body;
}

/**
 * The answer that takes the place of an older one: that one itself while nothing has changed, or the new one in every coding in which
 * the older one was asked for, so that nobody waits for it.
 */
export async function renewedAnswer<Value extends { prepared?: PreparedAnswer | undefined }>(
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

/** What the cache says of an answer that it was asked for. */
export interface Served {
  state: CacheState;
  ageMs: number;
}

/** Names of the two headers that say where an answer comes from; RFC 9111 §5.1 for Age. */
function cacheHeaders({ state, ageMs }: Served): [name: string, value: string][] {
  const stateHeader: [string, string] = ['X-Cache', state.toUpperCase()];
  return state === 'miss' ? [stateHeader] : [stateHeader, ['Age', String(Math.floor(ageMs / 1000))]];
}

/** Writes the answer to a response that has the headers of every answer, and nothing of another answer. */
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
  const sent = holdLarge(res, body);
  res.statusCode = answer.status;
  res.setHeader('Content-Length', sent.length);
  endWith(res, sent);
}
