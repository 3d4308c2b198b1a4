import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { KIB, MIB } from '#shared/limits.ts';
import { AppError } from '../errors.ts';
import { standstillMs } from './connections.ts';
import { endWith } from './end-with.ts';

/** Answers of at least this many bytes count; for smaller ones the system's own buffers are larger. */
const largeBytes = 64 * KIB;

/** Answers in memory that wait for their readers: equal ones once, and all together within a limit. */
export interface LargeAnswers {
  /**
   * Notes that these bytes are about to be sent, and gives those to send instead: the same ones that others are being sent, if
   * there are any. Throws AppError 503 `answer.busy` when there is no room and none can be made.
   */
  hold(res: ServerResponse, bytes: Buffer): Buffer;
  /** Bytes that wait now, each answer counted once. */
  held(): number;
}

const hashes = new WeakMap<Buffer, string>();

/** The same buffer is often sent again: what is remembered of an answer is one. */
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
 * Past `maxBytes`, readers are cut off who have taken nothing for `standstill` milliseconds, the longest first; `standstillOf`
 * tells for how long one has. One answer may always wait, however large.
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

  /** The answer to give up first: of all, its most active reader has stalled for the longest. */
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

/** One for the process, whose memory they share: two pages of ten posts with 6 MB of inline images each. */
const largeAnswers = createLargeAnswers(128 * MIB, 5_000);

/** As `LargeAnswers.hold`, within the memory of the process. */
export function holdLarge(res: ServerResponse, bytes: Buffer): Buffer {
  return largeAnswers.hold(res, bytes);
}

/** Ends a response with these bytes. Its headers are set but for the length. */
export function sendBytes(res: ServerResponse, bytes: Buffer): void {
  const sent = largeAnswers.hold(res, bytes);
  res.setHeader('Content-Length', sent.length);
  endWith(res, sent);
}

/** As `sendJsonBody`, of JSON that is bytes already. */
export function sendJsonBytes(res: Response, bytes: Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendUnlessFresh(res, bytes);
}

/** As `res.json`, for what an API host or a database has filled: it may be large, and many may ask for it at once. */
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

/** Express answers 304 where the browser has the same already. */
function sendUnlessFresh(res: Response, bytes: Buffer): void {
  if (res.req.fresh) res.send(bytes);
  else sendBytes(res, bytes);
}
