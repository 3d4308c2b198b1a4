import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebServer, listen } from '../../../server/http/connections.ts';
import type { Health } from '../../../server/http/health.ts';
import { head, openRaw } from '../../contract/edge/raw-http.ts';

let web: ReturnType<typeof createWebServer>;
let health: Health;
let url: string;

beforeEach(() => {
  web = createWebServer();
  health = { engine: 'embedded', probes: {} };
});
afterEach(async () => {
  vi.useRealTimers();
  const { server } = web;
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

async function run(answer: RequestListener) {
  url = (await listen(web, '127.0.0.1', 0)).href;
  web.serve(answer);
}

/** A handler that waits until it is released, and reports when it was entered. */
function gate() {
  let open = () => {};
  let entered = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    entered = resolve;
  });
  return { open: () => open(), opened, begun, enter: () => entered() };
}

it('a body that stands still loses its connection; a slow answer does not', async () => {
  const waiting = gate();
  await run((req, res) => {
    waiting.enter();
    req.resume();
    void waiting.opened.then(() => res.end('done'));
  });
  const sockets: import('node:net').Socket[] = [];
  web.server.prependListener('connection', (socket) => sockets.push(socket));

  const stalled = await openRaw(url);
  stalled.send(head('POST / HTTP/1.1', { 'Content-Length': '10' }));
  await waiting.begun;
  sockets[0]?.emit('timeout');
  expect(await stalled.closed()).toBe('');

  const slow = await openRaw(url);
  slow.send(head('GET / HTTP/1.1', { Connection: 'close' }));
  await vi.waitFor(() => expect(sockets[1]?.bytesRead).toBeGreaterThan(0), 30_000);
  sockets[1]?.emit('timeout');
  waiting.open();
  expect((await slow.answer()).body).toContain('done');
});

it.each(['4194304', '0004194304'])(
  'who is refused early with a length of %s may send the rest without a reset, and then the connection ends',
  async (length) => {
    await run((_req, res) => void res.writeHead(413).end('too large'));
    // Goes on sending after the answer, as a proxy does.
    const { socket, send, closed } = await openRaw(url, { allowHalfOpen: true });
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    send(head('POST / HTTP/1.1', { Connection: 'close', 'Content-Length': length }));
    send('the first bytes');
    await once(socket, 'end');
    send(Buffer.alloc(Number(length) - 'the first bytes'.length));
    socket.end();
    expect(await closed()).toMatch(/^HTTP\/1\.1 413 .*too large/s);
    expect(errors).toEqual([]);
  },
);

it('what never ends is cut, 8 s after the start at the latest', async () => {
  const never = gate();
  await run((_req, res) => {
    res.write('x');
    never.enter();
  });
  const stuck = await openRaw(url);
  stuck.send(head('GET / HTTP/1.1'));
  await never.begun;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let over = false;
  const done = web.drain(health).then(() => {
    over = true;
  });

  await vi.advanceTimersByTimeAsync(4_990);
  expect(web.server.listening).toBe(true);
  await vi.advanceTimersByTimeAsync(20);
  expect(web.server.listening).toBe(false);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(3_000);
  await stuck.closed();
  await done;
});
