import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the stub can do wrong on command. */
export type Misbehaviour =
  /** A canned answer. Without `headers` it is JSON; with them, exactly these are sent. */
  | { kind: 'answer'; status: number; headers?: Record<string, string | string[]>; body?: string | Buffer }
  /** Raw bytes onto the socket: bad statuses, control characters, trailers, 101. Closed after them unless `close` is false. */
  | { kind: 'raw'; bytes: string | Buffer; close?: boolean }
  /** Takes the whole request and never answers. */
  | { kind: 'hang' }
  /** Resets the connection as soon as the request's head has come. */
  | { kind: 'reset' }
  /** Honest headers, and a body that is cut in the middle. */
  | { kind: 'cutBody'; afterBytes: number }
  /** Honest headers without a length, and a body that drips for ever. */
  | { kind: 'slowBody'; bytesPerChunk: number; everyMs: number }
  /** Answers before the body was read. */
  | { kind: 'earlyAnswer'; status: number; body?: string }
  /** Answers normally once released. */
  | { kind: 'gate'; release: Promise<void> };

/** Which requests a rule is for: all of them by default. A text is compared with the path without its query. */
export interface MisbehaviourMatch {
  method?: string;
  path?: string | RegExp;
  /** How many requests; unlimited by default. */
  times?: number;
}

/** What a well-behaved stub would send. */
export interface HonestAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** The rules in force, the oldest first. */
export function createRules() {
  let rules: { rule: Misbehaviour; match: MisbehaviourMatch; left: number }[] = [];
  return {
    add(rule: Misbehaviour, match: MisbehaviourMatch = {}): void {
      rules.push({ rule, match, left: match.times ?? Number.POSITIVE_INFINITY });
    },
    /** The rule for this request, which uses it up once. */
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

/** Misbehaves before the body is read; true when nothing else is to be done. */
export function misbehaveEarly(rule: Misbehaviour, req: IncomingMessage, res: ServerResponse): boolean {
  if (rule.kind === 'reset') {
    req.socket.resetAndDestroy();
    return true;
  }
  if (rule.kind === 'earlyAnswer') {
    res.writeHead(rule.status, { 'content-type': 'application/json' });
    res.end(rule.body ?? '{"status":0,"message":"Refused before the body was read."}');
    return true;
  }
  return false;
}

/** Misbehaves once the request was read. `honest` gives what a good answer would be; a gate sends that itself. */
export async function misbehaveLate(
  rule: Misbehaviour,
  res: ServerResponse,
  honest: () => Promise<HonestAnswer>,
): Promise<void> {
  switch (rule.kind) {
    case 'answer':
      res.writeHead(rule.status, rule.headers ?? { 'content-type': 'application/json' });
      res.end(rule.body ?? '');
      return;
    case 'raw':
      res.socket?.write(rule.bytes, () => {
        if (rule.close !== false) res.socket?.end();
      });
      return;
    case 'cutBody': {
      const { status, headers, body } = await honest();
      res.writeHead(status, { ...headers, 'content-length': String(body.length) });
      res.write(body.subarray(0, Math.min(rule.afterBytes, body.length - 1)), () => res.socket?.destroy());
      res.flushHeaders();
      return;
    }
    case 'slowBody': {
      const { status, headers, body } = await honest();
      delete headers['content-length'];
      res.writeHead(status, headers);
      drip(res, body, rule.bytesPerChunk, rule.everyMs);
      return;
    }
    case 'gate': {
      await rule.release;
      const { status, headers, body } = await honest();
      res.writeHead(status, headers);
      res.end(body);
      return;
    }
    default:
      // `hang`: nothing, for ever.
      return;
  }
}

/** Sends the body in small pieces and blanks after it, until the other side leaves. */
function drip(res: ServerResponse, body: Buffer, bytesPerChunk: number, everyMs: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    const piece = body.subarray(sent, sent + bytesPerChunk);
    res.write(piece.length > 0 ? piece : ' '.repeat(bytesPerChunk));
    sent += bytesPerChunk;
  }, everyMs);
  res.on('close', () => clearInterval(timer));
}
