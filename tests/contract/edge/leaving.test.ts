import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type Misbehaviour, type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

let upstream: StubUpstream;
let app: TestApp;
beforeAll(async () => {
  upstream = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: upstream.url });
});
beforeEach(() => {
  upstream.reset();
  app.logLines.length = 0;
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

const silent: Misbehaviour = { kind: 'hang' };
const dripping: Misbehaviour = { kind: 'slowBody', bytesPerChunk: 10, everyMs: 20 };

it.each([
  ['/', silent],
  ['/careers/apply', silent],
  ['/api/jobs', silent],
  ['/api/jobs', dripping],
  ['/api/unlisted', silent],
  ['/api/unlisted', dripping],
  ['/storage/a.png', silent],
  ['/storage/a.png', dripping],
])('a visitor who leaves %s before it is whole is no error in the log', async (path, rule) => {
  upstream.misbehave(rule);
  const { host, port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html, */*\r\n\r\n`);
  await expect.poll(() => upstream.requests.length).toBeGreaterThan(0);
  // Media are streamed; an answer that has to be redacted or sanitised is sent complete or not at all.
  if (rule === dripping && path.startsWith('/storage/')) await once(socket, 'data');
  socket.resetAndDestroy();
  // The request's log line is its last one.
  await expect.poll(() => app.logLines.some((line) => line.path === path)).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(app.logLines.filter((line) => Number(line.level) >= 40)).toEqual([]);
});
