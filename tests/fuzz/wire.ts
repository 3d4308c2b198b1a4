import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { openRaw } from '../contract/edge/raw-http.ts';
import { filesUnder } from '../support/engine/engine-data.ts';
import { listening } from '../support/free-port.ts';
import { signIn } from '../support/sign-in.ts';
import { startTestApp } from '../support/start-test-app.ts';

/** Starts an API host that writes raw bytes, since an HTTP server would repair them, and closes if the answer says so. */
async function startRawHost(answer: (method: string, path: string) => { bytes: string; close?: boolean }) {
  const sockets = new Set<Socket>();
  /** Method and path of every request, in order. */
  const seen: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        const whole = end + 4 + Number(/^content-length: *(\d+)/im.exec(received.slice(0, end))?.[1] ?? 0);
        if (end < 0 || received.length < whole) return;
        const [method = '', path = ''] = received.split(' ', 2);
        received = received.slice(whole);
        seen.push(`${method} ${path}`);
        const { bytes, close } = answer(method, path);
        if (close) socket.end(bytes, 'latin1');
        else socket.write(bytes, 'latin1');
      }
    });
  });
  const url = await listening(server);
  return {
    seen,
    url,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Texts of the wire are Latin-1 strings here, a byte a character, so that a failure prints what was sent.

/** How many cases are tried: `few`, or FUZZ_RUNS, which `npm run lab -- fuzz` sets. */
export const runs = (few: number) => ({ numRuns: Number(process.env.FUZZ_RUNS ?? few), timeout: 60_000 });

/** One of a list, whose items stand between ` ¦ `. */
export const oneOf = (list: string) => fc.constantFrom(...list.split(' ¦ '));

/** Mostly plain: a request that is refused at its first odd byte does not try the checks behind. */
export const mostly = <Value, Odd>(plain: fc.Arbitrary<Value>, odd: fc.Arbitrary<Odd>) =>
  fc.oneof<[{ weight: number; arbitrary: fc.Arbitrary<Value> }, fc.Arbitrary<Odd>]>(
    { weight: 5, arbitrary: plain },
    odd,
  );

export const bytes = (maxLength: number) =>
  fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength });

export const latin1 = (text: string | Buffer) => Buffer.from(text as string).toString('latin1');

/** A text in which up to `most` times some bytes are replaced by others, or by a token. */
export const damaged = (whole: fc.Arbitrary<string>, token: fc.Arbitrary<string>, most = 3) =>
  fc
    .tuple(
      whole,
      fc.array(fc.tuple(fc.nat(0xffff), fc.nat(40), fc.oneof(token, bytes(3))), { maxLength: most }),
    )
    .map(([text, all]) =>
      all.reduce((broken, [place, cut, put]) => {
        const at = place % (broken.length + 1);
        return broken.slice(0, at) + put + broken.slice(at + cut);
      }, text),
    );

const inLength = (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`;
const inChunks = (body: string) =>
  `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
/** The two honest ends of a message. */
export const framing = fc.constantFrom(inLength, inChunks);

/** A new address for each request: limits by address would hide the checks behind them. */
export const visitor = fc.ipV4().map((address) => `Host: localhost\r\nX-Forwarded-For: ${address}\r\n`);

const admin = { email: 'admin@studio.example', password: 'correct horse battery' };
export const token = 'tok_which_no_browser_may_see';

/** A host that answers every call with an empty list, but the paths that `tell` names as it says. */
export async function startHost() {
  let broken: { place: RegExp; bytes: string } | undefined;
  const host = await startRawHost((method, path) => {
    // OPTIONS and HEAD only ask what the host supports.
    if (broken?.place.test(path) && method !== 'OPTIONS' && method !== 'HEAD')
      return { bytes: broken.bytes, close: true };
    const list = { data: [], current_page: 1, last_page: 1, per_page: 10, total: 0 };
    const body = JSON.stringify({ status: 1, data: path === '/api/login' ? { token } : list });
    return { bytes: `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${inLength(body)}` };
  });
  const tell = (place: RegExp, bytes: string) => {
    broken = { place, bytes };
  };
  return { ...host, tell };
}

/** The product with a cache, as where it is deployed, and the header lines of its admin. */
export async function startFuzzed(environment: Record<string, string> = {}) {
  const owner = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, TRUST_PROXY: 'loopback' };
  const app = await startTestApp({ ...owner, ...environment }, { cache: { maxBytes: 8 * 2 ** 20 } });
  const { agent, cookie } = await signIn(app, admin);
  return {
    ...app,
    admin: `X-CSRF: 1\r\nCookie: ${cookie}\r\n`,
    /** A file goes when its connection has closed, which is soon. */
    noFileIsLeft: () =>
      vi.waitFor(() => expect(filesUnder(join(app.dataDir, 'tmp'))).toEqual([]), {
        interval: 2,
        timeout: 5_000,
      }),
    /** The session still works, so that nothing was refused for its lack; the log has no failure of ours. */
    async isWell() {
      expect((await agent.get('/api/session')).body.data.authenticated).toBe(true);
      expect(app.logLines.filter(({ msg }) => /unexpected error/.test(String(msg)))).toEqual([]);
    },
  };
}

/**
 * Writes a request on a new connection and returns all that came back until its end. A whole request asks for the end
 * itself (`Connection: close`); with any other the server may wait for the rest, so the client leaves.
 */
export async function send(url: string, request: string, isWhole = true) {
  const connection = await openRaw(url);
  connection.send(Buffer.from(request, 'latin1'));
  if (!isWhole) setTimeout(() => connection.socket.end(), 30);
  return connection.closed();
}

/** The status of the first final answer; 0 without one. */
export const statusOf = (answers: string) => Number(/HTTP\/1\.1 ([2-9]\d\d) /.exec(answers)?.[1] ?? 0);

/** Whatever was asked: no failure but `allowed` ones, no word of our inside, nothing with power over the page. */
export function expectSound(answers: string, allowed = /^$/) {
  const failed = answers.match(/^HTTP\/1\.1 5\d\d/gm) ?? [];
  expect(
    failed.filter((line) => !allowed.test(line)),
    answers.slice(0, 1_500),
  ).toEqual([]);
  expect(answers).not.toMatch(/node_modules|\.ts:\d|SQLITE_|\bat (async )?[\w.]+ \(/);
  const [head = ''] = answers.replace(/^(HTTP\/1\.1 1.*?\r\n\r\n)+/s, '').split('\r\n\r\n', 1);
  if (head) expect(head).toMatch(/^content-security-policy: /im);
  expect(head).not.toMatch(/^(x-evil|clear-site-data|refresh|set-cookie: evil)\b/im);
}
