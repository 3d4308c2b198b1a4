import type { IncomingMessage, ServerResponse } from 'node:http';

/** The ways in which the stub misbehaves on command. */
export type Misbehaviour =
  /** A canned answer. Without `headers` it is JSON; with them, exactly these headers are sent. */
  | { kind: 'answer'; status: number; headers?: Record<string, string | string[]>; body?: string | Buffer }
  /**
   * Raw bytes onto the socket: bad statuses, control characters, trailers, 101. Then closes it, unless `close` is
   * false.
   */
  | { kind: 'raw'; bytes: string | Buffer; close?: boolean }
  /** Reads the whole request and never answers. */
  | { kind: 'hang' }
  /** Resets the connection as soon as the request's head has arrived. */
  | { kind: 'reset' }
  /** Correct headers, and a body that is cut in the middle. */
  | { kind: 'cutBody'; afterBytes: number }
  /** Correct headers without a length, and a body that drips for ever. */
  | { kind: 'slowBody'; bytesPerChunk: number; everyMs: number }
  /** Answers before the body is read. */
  | { kind: 'earlyAnswer'; status: number; body?: string }
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

/** Creates the list of active rules, the oldest first. */
export function createRules() {
  let rules: { rule: Misbehaviour; match: MisbehaviourMatch; left: number }[] = [];
  return {
    add(rule: Misbehaviour, match: MisbehaviourMatch = {}): void {
      rules.push({ rule, match, left: match.times ?? Number.POSITIVE_INFINITY });
    },
    /** Returns the rule for this request, and counts one use of it. */
    take(method: string, target: string): Misbehaviour | undefined {
      const path = target.split('?', 1)[0];
      const found = rules.find(
        ({ match, left }) =>
          left > 0 &&
          (!match.method || match.method === method) &&
          (!match.path || (typeof match.path === 'string' ? match.path === path : match.path.test(target))),
      );
      if (found) found.left -= 1;
      return found?.rule;
    },
    clear(): void {
      rules = [];
    },
  };
}

/** Misbehaves before the body is read; returns true if the request is finished with that. */
export function misbehaveEarly(rule: Misbehaviour, req: IncomingMessage, res: ServerResponse): boolean {
  if (rule.kind === 'reset') req.socket.resetAndDestroy();
  else if (rule.kind === 'earlyAnswer') {
    res.writeHead(rule.status, { 'content-type': 'application/json' });
    res.end(rule.body ?? '{"status":0,"message":"Refused before the body was read."}');
  } else return false;
  return true;
}

/** Misbehaves after the request was read; `hang` never answers. `honest` returns the correct answer. */
export async function misbehaveLate(
  rule: Misbehaviour,
  res: ServerResponse,
  honest: () => Promise<HonestAnswer>,
): Promise<void> {
  if (rule.kind === 'answer') {
    res.writeHead(rule.status, rule.headers ?? { 'content-type': 'application/json' });
    res.end(rule.body ?? '');
  } else if (rule.kind === 'raw') {
    res.socket?.write(rule.bytes, () => rule.close === false || res.socket?.end());
  } else if (rule.kind !== 'hang') {
    if (rule.kind === 'gate') await rule.release;
    const { status, headers, body } = await honest();
    res.writeHead(status, {
      ...headers,
      ...(rule.kind === 'cutBody' && { 'content-length': String(body.length) }),
    });
    if (rule.kind === 'cutBody') {
      res.write(body.subarray(0, Math.min(rule.afterBytes, body.length - 1)), () => res.socket?.destroy());
      res.flushHeaders();
    } else if (rule.kind === 'slowBody') drip(res, body, rule.bytesPerChunk, rule.everyMs);
    else res.end(body);
  }
}

/** Sends the body in small pieces and then blanks, until the other side leaves. */
function drip(res: ServerResponse, body: Buffer, bytesPerChunk: number, everyMs: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    const piece = body.subarray(sent, sent + bytesPerChunk);
    res.write(piece.length > 0 ? piece : ' '.repeat(bytesPerChunk));
    sent += bytesPerChunk;
  }, everyMs);
  res.on('close', () => clearInterval(timer));
}
