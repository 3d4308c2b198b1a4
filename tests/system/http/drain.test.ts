import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebServer, listen } from '../../../server/http/connections.ts';
import type { Health } from '../../../server/http/health.ts';
import { head, openRaw } from '../../contract/edge/raw-http.ts';
import { closeServer } from '../../support/free-port.ts';

let web: ReturnType<typeof createWebServer>;
let health: Health;
let url: string;

beforeEach(() => {
  web = createWebServer();
  health = { engine: 'embedded', probes: {} };
});
afterEach(async () => {
  vi.useRealTimers();
  await closeServer(web.server);
});

async function run(answer: RequestListener) {
  url = (await listen(web, '127.0.0.1', 0)).href;
  web.serve(answer);
}

it('a body that stands still loses its connection; a slow answer does not', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await run((req, res) => {
    begun.resolve();
    req.resume();
    void released.promise.then(() => res.end('done'));
  });
  const sockets: Socket[] = [];
  web.server.prependListener('connection', (socket) => sockets.push(socket));

  const stalled = await openRaw(url);
  stalled.send(head('POST / HTTP/1.1', { 'Content-Length': '10' }));
  await begun.promise;
  sockets[0]?.emit('timeout');
  expect(await stalled.closed()).toBe('');

  const slow = await openRaw(url);
  slow.send(head('GET / HTTP/1.1', { Connection: 'close' }));
  await vi.waitFor(() => expect(sockets[1]?.bytesRead).toBeGreaterThan(0), 30_000);
  sockets[1]?.emit('timeout');
  released.resolve();
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
  const begun = Promise.withResolvers<void>();
  await run((_req, res) => {
    res.write('x');
    begun.resolve();
  });
  const stuck = await openRaw(url);
  stuck.send(head('GET / HTTP/1.1'));
  await begun.promise;
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
