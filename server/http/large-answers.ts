import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { KIB, MIB } from '#shared/limits.ts';
import { AppError } from '../errors.ts';
import { standstillMs } from './connections.ts';
import { endWithBytes } from './end-with.ts';

/** Answers of at least this many bytes count; smaller ones fit into the system's own buffers. */
const largeBytes = 64 * KIB;

/** Answers in memory that wait for their readers. Equal answers are stored once, and all together are limited. */
export interface LargeAnswers {
  /**
   * Records that these bytes are about to be sent, and returns the bytes to send: an equal buffer that is being sent
   * already, if there is one. Throws AppError 503 `answer.busy` when there is no room and none can be made.
   */
  hold(res: ServerResponse, bytes: Buffer): Buffer;
  /** Returns the bytes that wait now, each answer counted once. */
  held(): number;
}

const hashes = new WeakMap<Buffer, string>();

/** Returns the hash of a buffer, computed once per buffer: the same buffer is often sent again. */
function hashOf(bytes: Buffer): string {
  const known = hashes.get(bytes) ?? hash('sha256', bytes, 'base64url');
  hashes.set(bytes, known);
  return known;
}

interface HeldAnswer {
  bytes: Buffer;
  readers: Set<ServerResponse>;
}

/**
 * Creates the store. Above `maxBytes` it disconnects readers who have accepted no bytes for `standstill`
 * milliseconds, the longest first; `standstillOf` returns that time for a reader. One answer may always wait, however
 * large.
 */
export function createLargeAnswers(
  maxBytes: number,
  standstill: number,
  standstillOf: (res: ServerResponse) => number = standstillMs,
): LargeAnswers {
  const answers = new Map<string, HeldAnswer>();
  let total = 0;

  const release = (key: string, answer: HeldAnswer) => {
    if (answers.get(key) !== answer) return;
    answers.delete(key);
    total -= answer.bytes.length;
  };

  /** Returns the answer to drop first: the one whose most active reader has stalled for the longest. */
  const stalest = () => {
    let found: { key: string; answer: HeldAnswer; ms: number } | undefined;
    for (const [key, answer] of answers) {
      const ms = Math.min(...[...answer.readers].map(standstillOf));
      if (!found || ms > found.ms) found = { key, answer, ms };
    }
    return found;
  };

  const makeRoom = (length: number) => {
    while (answers.size > 0 && total + length > maxBytes) {
      const found = stalest();
      if (!found || found.ms < standstill) {
        throw new AppError('answer.busy', 503, { headers: { 'Retry-After': '10' } });
      }
      release(found.key, found.answer);
      for (const res of found.answer.readers) res.destroy();
    }
  };

  return {
    hold(res, bytes) {
      if (bytes.length < largeBytes || res.destroyed) return bytes;
      const key = hashOf(bytes);
      let answer = answers.get(key);
      if (!answer) {
        makeRoom(bytes.length);
        answer = { bytes, readers: new Set() };
        answers.set(key, answer);
        total += bytes.length;
      }
      const { readers } = answer;
      const held = answer;
      readers.add(res);
      res.once('close', () => {
        readers.delete(res);
        if (readers.size === 0) release(key, held);
      });
      return answer.bytes;
    },
    held: () => total,
  };
}

/**
 * One store per process, since all answers share its memory: room for two pages of ten posts with 6 MB of inline
 * images each.
 */
const largeAnswers = createLargeAnswers(128 * MIB, 5_000);

/** `LargeAnswers.hold` for the store of the process. */
export function shareLargeAnswers(res: ServerResponse, bytes: Buffer): Buffer {
  return largeAnswers.hold(res, bytes);
}

/** Ends a response with these bytes. The caller has set all headers except the length. */
export function sendBytes(res: ServerResponse, bytes: Buffer): void {
  const sent = largeAnswers.hold(res, bytes);
  res.setHeader('Content-Length', sent.length);
  endWithBytes(res, sent);
}

/** Same as `sendJsonBody`, for JSON that is already bytes. */
export function sendJsonBytes(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendUnlessFresh(res, bytes);
}

/** Same as `res.json`, for data of an API host or a database, which may be large and requested by many at once. */
export function sendJsonBody(res: Response, value: unknown): void {
  if (!res.get('Content-Type')) res.set('Content-Type', 'application/json');
  const text = JSON.stringify(value);
  if (text.length < largeBytes) {
    res.send(text);
    return;
  }
  const type = res.get('Content-Type') ?? '';
  if (!/;\s*charset=/i.test(type)) res.set('Content-Type', `${type}; charset=utf-8`);
  sendUnlessFresh(res, Buffer.from(text));
}

/** Lets Express answer 304 if the browser has the same answer already. */
function sendUnlessFresh(res: Response, bytes: Buffer): void {
  if (res.req.fresh) res.send(bytes);
  else sendBytes(res, bytes);
}
