import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The ways in which the stub misbehaves on command. */
export type Misbehaviour =
  /** A canned answer: JSON, or with `headers` exactly these. With `isEarly` it does not wait for the request's body. */
  | {
      kind: 'answer';
      status: number;
      headers?: Record<string, string | string[]>;
      body?: string | Buffer;
      isEarly?: boolean;
    }
  /** Raw bytes onto the socket, for example a bad status. Then closes it, unless `close` is false. */
  | { kind: 'raw'; bytes: string | Buffer; close?: boolean }
  /** Reads the whole request and never answers. */
  | { kind: 'hang' }
  /** Resets the connection as soon as the request's head has arrived. */
  | { kind: 'reset' }
  /** Correct headers, and a body that is cut in the middle. */
  | { kind: 'cutBody'; afterBytes: number }
  /** Correct headers without a length, and a body that drips, and then blanks until the other side leaves. */
  | { kind: 'slowBody'; bytesPerChunk: number; everyMs: number }
  /** Answers normally once released. */
  | { kind: 'gate'; release: Promise<void> };

/** Requests to which a rule applies: all by default. A text is compared with the path without its query. */
export interface MisbehaviourMatch {
  method?: string;
  path?: string | RegExp;
  /** Number of requests; unlimited by default. */
  times?: number;
}

/** The answer of a well-behaved stub. */
export interface HonestAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Answers by a rule, or honestly without one. `read` reads the request's body. */
export async function answerBy(
  rule: Misbehaviour | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  read: () => Promise<void>,
  honest: () => Promise<HonestAnswer>,
): Promise<void> {
  if (rule?.kind === 'reset') return void req.socket.resetAndDestroy();
  if (rule?.kind !== 'answer' || !rule.isEarly) await read();
  if (!rule && !req.complete) return;
  if (rule?.kind === 'answer') {
    res.writeHead(rule.status, rule.headers ?? { 'content-type': 'application/json' });
    res.end(rule.body);
  } else if (rule?.kind === 'raw')
    res.socket?.write(rule.bytes, () => rule.close === false || res.socket?.end());
  else if (rule?.kind !== 'hang') {
    if (rule?.kind === 'gate') await rule.release;
    const { status, headers, body } = await honest();
    res.writeHead(status, {
      ...headers,
      ...(rule?.kind !== 'slowBody' && { 'content-length': String(body.length) }),
    });
    if (rule?.kind === 'cutBody')
      res.write(body.subarray(0, Math.min(rule.afterBytes, body.length - 1)), () => res.socket?.destroy());
    else if (rule?.kind === 'slowBody')
      for (let at = 0; !res.destroyed; at += rule.bytesPerChunk) {
        const piece = body.subarray(at, at + rule.bytesPerChunk);
        res.write(piece.length > 0 ? piece : ' '.repeat(rule.bytesPerChunk));
        await sleep(rule.everyMs);
      }
    else res.end(body);
  }
}
