import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The ways in which the stub misbehaves on command. */
export type Misbehaviour =
  /** A canned answer: JSON, or with `headers` exactly these. */
  | { kind: 'answer'; status: number; headers?: Record<string, string | string[]>; body?: string | Buffer }
  /** Bytes onto the socket as soon as the head has arrived. Then closes it, unless `close` is false. */
  | { kind: 'raw'; bytes: string | Buffer; close?: boolean }
  /**
   * Never answers; resets the connection as soon as the head has arrived; cuts the body of its answer; or has a body
   * without a length that drips, and then blanks until the other side leaves.
   */
  | { kind: 'hang' | 'reset' | 'cutBody' | 'slowBody' }
  /** Answers normally once released. */
  | { kind: 'gate'; release: Promise<void> };

/** Answers by a rule, or as `answer` says without one. */
export async function sendBy(
  rule: Misbehaviour | undefined,
  res: ServerResponse,
  answer: () => Promise<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>,
) {
  if (rule?.kind === 'hang') return;
  if (rule?.kind === 'reset') return void res.req.socket.resetAndDestroy();
  if (rule?.kind === 'raw')
    return void res.socket?.write(rule.bytes, () => rule.close === false || res.socket?.end());
  if (rule?.kind === 'answer') {
    res.writeHead(rule.status, rule.headers ?? { 'content-type': 'application/json' });
    return void res.end(rule.body);
  }
  if (rule?.kind === 'gate') await rule.release;
  const { status, headers, body } = await answer();
  if (rule?.kind !== 'slowBody') headers['content-length'] = body.length;
  res.writeHead(status, headers);
  if (rule?.kind === 'cutBody') res.write(body.subarray(0, 5), () => res.socket?.destroy());
  else if (rule?.kind === 'slowBody')
    for (let at = 0; !res.destroyed; at += 1) {
      res.write(at < body.length ? body.subarray(at, at + 1) : ' ');
      await sleep(20);
    }
  else res.end(body);
}
