// @module-tag deep/faults: the host fails in every way, and time passes
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chunks,
  type Fault,
  head,
  type RawHost,
  startRawHost,
  type WireAnswer,
  wire,
} from '../../support/raw-host.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type Door, honestHost, openDoors, type Seen } from './doors.ts';

/** Accepted outcomes of a fault: a good answer, 502, 504, or any of these statuses. */
type Outcome = 'good' | 502 | 504 | readonly number[];

interface Case {
  name: string;
  fault: Fault;
  outcome: Outcome;
  /** True if the fault shows only when the browser may already have a part of the body. */
  late?: true;
  /** True if the host answers before it has read the request. */
  early?: true;
  /** True if only a timeout detects the fault; such faults are tested with a shorter timeout. */
  slow?: true;
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
/** Writes, and closes the connection. */
const say =
  (bytes: (honest: WireAnswer) => string | Buffer): Fault =>
  (socket, honest) =>
    socket.end(Buffer.from(bytes(honest) as string, 'latin1'));
/** Writes, and leaves the connection open. */
const keepOpen =
  (bytes: (honest: WireAnswer) => string | Buffer): Fault =>
  (socket, honest) =>
    socket.write(Buffer.from(bytes(honest) as string, 'latin1'));
/** The honest answer with another status line. */
const withLine = (statusLine: string) => say((honest) => wire({ ...honest, statusLine }));
/** The honest answer with more headers. */
const withHeaders = (...more: [string, string][]) =>
  say((honest) => wire({ ...honest, headers: [...honest.headers, ...more] }));
const half = ({ body }: WireAnswer) => body.subarray(0, Math.ceil(body.length / 2));
const length = ({ body }: WireAnswer): [string, string] => ['Content-Length', String(body.length)];
const chunked: [string, string] = ['Transfer-Encoding', 'chunked'];
const plain = ({ statusLine, headers }: WireAnswer, ...more: [string, string][]) =>
  head(statusLine, [...headers, ...more]);
/** Writes repeatedly until the other side closes the connection. */
function drip(socket: Socket, first: Buffer, piece: (turn: number) => Buffer | string, everyMs = 20): void {
  let turn = 0;
  socket.write(first);
  const timer = setInterval(() => socket.write(piece(turn++)), everyMs);
  socket.on('close', () => clearInterval(timer));
}
const interim = (...codes: number[]) => codes.map((code) => lines(`HTTP/1.1 ${code} Wait`)).join('');
const redirect = (status: number, location?: string) =>
  say(() =>
    head(`HTTP/1.1 ${status} Found`, [
      ['Content-Length', '0'],
      ...(location ? [['Location', location] as [string, string]] : []),
    ]),
  );

const cases: Case[] = [
  { name: 'the connection ends without a word', fault: say(() => ''), outcome: 502 },
  { name: 'the connection is reset', fault: (socket) => socket.resetAndDestroy(), outcome: 502 },
  {
    name: 'a body cut short of its length',
    fault: say((honest) => Buffer.concat([plain(honest, length(honest)), half(honest)])),
    outcome: 502,
    late: true,
  },
  {
    name: 'chunks without the last one',
    fault: say((honest) => Buffer.concat([plain(honest, chunked), chunks(honest.body)])),
    outcome: 502,
    late: true,
  },
  {
    name: 'a chunk whose length is no number',
    fault: say((honest) =>
      Buffer.concat([plain(honest, chunked), chunks(half(honest)), Buffer.from('zz\r\n')]),
    ),
    outcome: 502,
    late: true,
  },
  {
    name: 'a reason with control characters',
    fault: withLine('HTTP/1.1 200 O\x01\x1b[31mK\x7f'),
    outcome: 'good',
  },
  {
    name: 'a reason with high bytes',
    fault: withLine('HTTP/1.1 200 \xff\xfe\x80\xe2\x80\xae'),
    outcome: 'good',
  },
  { name: 'status 099', fault: withLine('HTTP/1.1 099 Odd'), outcome: 502 },
  {
    name: 'status 101, which nobody asked for',
    fault: keepOpen(() =>
      lines('HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'),
    ),
    outcome: 502,
  },
  { name: 'a header of 200 KB', fault: withHeaders(['X-Large', 'x'.repeat(200_000)]), outcome: 502 },
  { name: 'NUL in a header', fault: withHeaders(['ETag', '"a\x00b"']), outcome: 502 },
  {
    name: 'a length and chunks',
    fault: say((honest) =>
      Buffer.concat([plain(honest, chunked, length(honest)), chunks(honest.body), Buffer.from('0\r\n\r\n')]),
    ),
    outcome: 502,
  },
  { name: 'two lengths', fault: withHeaders(['Content-Length', '5']), outcome: 502 },
  {
    name: 'a second answer that nobody asked for',
    fault: keepOpen((honest) =>
      Buffer.concat([wire(honest), wire({ ...honest, body: Buffer.from('{"status":9}') })]),
    ),
    outcome: 'good',
  },
  { name: 'an answer before the request was read', fault: keepOpen(wire), outcome: 'good', early: true },
  {
    name: 'the end of the connection before the request was read',
    fault: (socket) => socket.resetAndDestroy(),
    outcome: 502,
    early: true,
  },
  { name: 'TLS, to a plain request', fault: say(() => '\x15\x03\x01\x00\x02\x02\x28'), outcome: 502 },
  {
    name: 'a redirect to itself',
    fault: (socket, _honest, { path }) =>
      redirect(302, path)(socket, _honest, { method: 'GET', path, body: Buffer.alloc(0) }),
    outcome: [302, 502],
  },
  {
    name: 'a redirect to another host',
    fault: redirect(307, 'http://elsewhere.example/login'),
    outcome: [307, 502],
  },
  {
    name: 'a 500 with a page',
    fault: say(() => `${lines('HTTP/1.1 500 Oops', 'Content-Type: text/html')}<pre>SELECT</pre>`),
    outcome: [500, 502],
  },
  { name: 'nothing at all', fault: () => {}, slow: true, outcome: 504 },
  {
    name: 'headers, byte by byte',
    fault: (socket, _honest) => drip(socket, Buffer.from('HTTP/1.1 200 OK\r\nX-Long: '), () => 'x', 15),
    slow: true,
    outcome: 504,
  },
  {
    name: 'a body without end',
    fault: (socket, honest) =>
      drip(socket, Buffer.concat([plain(honest, chunked), chunks(honest.body)]), () =>
        '400\r\n'.concat(' '.repeat(1_024), '\r\n'),
      ),
    slow: true,
    outcome: 504,
    late: true,
  },
  {
    name: 'chunks that stop',
    fault: keepOpen((honest) => Buffer.concat([plain(honest, chunked), chunks(honest.body)])),
    slow: true,
    outcome: 504,
    late: true,
  },
  {
    name: '102 and 103, and then nothing',
    fault: keepOpen(() => interim(102, 103)),
    slow: true,
    outcome: 504,
  },
  // After the first 1xx answer, reads use another client. So these cases come last.
  ...[[100], [102], [103], [100, 100, 102, 103, 100]].map((codes) => ({
    name: `${codes.slice(0, 5).join(', ')}${codes.length > 5 ? ' and so on' : ''}, and then the answer`,
    fault: say((honest) => Buffer.concat([Buffer.from(interim(...codes)), wire(honest)])),
    outcome: 'good' as const,
  })),
];
// A host that fails at once causes no waiting, so the timeout can be long enough for a busy machine. With a slow
// host, the honest calls around the fault have to meet the deadline too, six at once.
const groups = [
  { name: 'at once', timeout: '5000', rounds: cases.filter(({ slow }) => !slow) },
  { name: 'by its slowness', timeout: '1500', rounds: cases.filter(({ slow }) => slow) },
];

describe.each(groups)('an API host that fails $name', ({ timeout, rounds }) => {
  let host: RawHost;
  let app: TestApp;
  let doors: Door[];
  let now = 0;
  let round = 0;

  beforeAll(async () => {
    const { answer, picture } = await honestHost();
    host = await startRawHost(answer);
    app = await startTestApp(
      { UPSTREAM_URL: host.url, UPSTREAM_TIMEOUT_MS: timeout },
      { cache: { maxBytes: 8 * 1024 * 1024, now: () => now } },
    );
    doors = await openDoors(app, picture);
  });
  afterAll(async () => {
    await app?.close();
    await host?.close();
  });

  test.each(rounds)('$name', async ({ fault, outcome, slow, late = false, early = false }) => {
    round += 1;
    // A body that is slow does not count as a failure of the host, so all doors can be tried at once.
    for (const some of slow && late ? [doors] : inFours(doors)) {
      // Cached answers are stale by now, and the host is called again.
      now += 10 * 60_000;
      await Promise.all(some.map((door) => (door.keeps ? expectGood(door, round) : undefined)));
      now += 10 * 60_000;
      host.early = early;
      host.fault = fault;
      const answers = await Promise.all(some.map((door) => door.call(round)));
      host.fault = undefined;
      for (const [at, door] of some.entries()) judge(door, answers[at] as Seen, outcome, late);
      // The next call of each door succeeds: the process lives, no partial answer is cached, and no connection is out
      // of step.
      // A page makes several calls, which may have been five failures and opened the breaker; then one call detects
      // that the host is back.
      await expect
        .poll(async () => {
          now += 10_000;
          const { status, body } = await fetch(`${app.url}/storage/back.png`);
          await body?.cancel();
          return status;
        })
        .toBe(200);
      await Promise.all(some.map((door) => expectGood(door, round)));
    }
  });

  test('leaves no connection to it open but those that wait for the next call, and no error that nobody expected', async () => {
    await expect.poll(() => host.open()).toBeLessThanOrEqual(8);
    expect(app.logLines.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
  });
});

/** Groups of four doors: a fifth failure in a row would open the breaker. */
function inFours(all: readonly Door[]): Door[][] {
  return Array.from({ length: Math.ceil(all.length / 4) }, (_, at) => all.slice(4 * at, 4 * at + 4));
}

async function expectGood(door: Door, round: number): Promise<void> {
  const seen = await door.call(round);
  expect([door.name, seen.status, seen.cut], seen.body.toString('latin1').slice(0, 200)).toEqual([
    door.name,
    200,
    false,
  ]);
  expect(door.isGood(seen), door.name).toBe(true);
}

function judge(door: Door, seen: Seen, outcome: Outcome, late: boolean): void {
  const text = seen.body.toString('latin1');
  const told = `${door.name}: ${seen.status}${seen.cut ? ' cut' : ''} ${text.slice(0, 200)}`;
  expect(text, told).not.toMatch(/elsewhere\.example|node_modules|\bat \w+ \(|HPE_|UND_ERR|SELECT/);
  expect(`${[...seen.headers]}`, told).not.toMatch(/elsewhere\.example|127\.0\.0\.1/);
  expect(seen.headers.get('content-security-policy'), told).toContain("default-src 'none'");
  if (outcome === 'good' || door.keeps) {
    expect(seen.status, told).toBe(200);
    expect(seen.cut, told).toBe(false);
    expect(door.isGood(seen), told).toBe(true);
    if (door.keeps && outcome !== 'good') expect(seen.headers.get('x-cache'), told).toBe('STALE');
    return;
  }
  if (door.streams && late && seen.status === 200) {
    // The browser may have half of the body, but cannot mistake it for the whole.
    expect(seen.cut, told).toBe(true);
    return;
  }
  expect(seen.cut, told).toBe(false);
  // A change also makes cached answers load again; failures of those reads may open the breaker before this call is
  // sent.
  const isHeld = seen.status === 503 && (door.page || text.includes('"upstream.down"'));
  expect([outcome].flat(), told).toContain(isHeld ? [outcome].flat()[0] : seen.status);
  expect(seen.headers.get('cache-control'), told).toContain('no-store');
  if (door.page) expect(text, told).toMatch(/<html[\s>]/);
  else
    expect(JSON.parse(text), told).toEqual({
      status: 0,
      code: expect.stringMatching(/^upstream\./),
      message: expect.any(String),
    });
}
