import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { KIB, MIB } from '#shared/limits.ts';
import { AppError } from '../errors.ts';
import { standstillMs } from './connections.ts';
import { endWithBytes } from './end-with.ts';

/**
 * Smallest answer that is registered in `LargeAnswers`, in bytes. Smaller ones fit into the buffers of the operating
 * system.
 */
const largeBytes = 64 * KIB;

/** Answers in memory that are still being sent. Equal answers are stored once, and their total size is limited. */
export interface LargeAnswers {
  /**
   * Registers bytes that are about to be sent, and returns the bytes to send: if equal bytes are being sent already,
   * their buffer. Throws AppError 503 `answer.busy` if there is no room and none can be made.
   */
  hold(res: ServerResponse, bytes: Buffer): Buffer;
  /** Returns the total size of the registered answers in bytes; equal answers count once. */
  held(): number;
}

const hashes = new WeakMap<Buffer, string>();

/** Returns the hash of a buffer. It is computed once per buffer, because the same buffer is often sent again. */
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
 * Creates the store. When more than `maxBytes` would be held, readers who have accepted no bytes for `standstill`
 * milliseconds are disconnected, beginning with those who have stalled longest. `standstillOf` returns how long a
 * reader has stalled. A single answer is always allowed, however large it is.
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

  /**
   * Returns the answer to drop first. An answer may have several readers, so the most active reader counts: the
   * answer whose most active reader has stalled longest is dropped.
   */
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
 * The only store of the process, because all answers share its memory. It has room for two pages of ten posts with 6
 * MB of inline images each.
 */
const largeAnswers = createLargeAnswers(128 * MIB, 5_000);

/** Calls `LargeAnswers.hold` on the store of this process. */
export function shareLargeAnswers(res: ServerResponse, bytes: Buffer): Buffer {
  return largeAnswers.hold(res, bytes);
}

/** Ends a response with these bytes. The caller has set all headers except the length. */
export function sendBytes(res: ServerResponse, bytes: Buffer): void {
  const sent = largeAnswers.hold(res, bytes);
  res.setHeader('Content-Length', sent.length);
  endWithBytes(res, sent);
}

/** Does the same as `sendJsonBody`, for JSON that is already in bytes. */
export function sendJsonBytes(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendUnlessFresh(res, bytes);
}

/**
 * Sends a value like `res.json`. For data of an API host or a database, which may be large, and which many visitors
 * may request at the same time.
 */
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

/** If the browser already has the same answer, Express answers 304; otherwise the bytes are sent. */
function sendUnlessFresh(res: Response, bytes: Buffer): void {
  if (res.req.fresh) res.send(bytes);
  else sendBytes(res, bytes);
}
