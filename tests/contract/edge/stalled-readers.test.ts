// @module-tag deep/faults: readers stall, and time passes until they are cut
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { listening } from '../../support/free-port.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { head, headOfForm, openRaw } from './raw-http.ts';

const film = '/storage/film.mp4';
/** A host that answers with a film of 64 MB. */
const host = createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 64 * MIB });
  let sent = 0;
  const more = () => {
    while (sent < 64) {
      sent += 1;
      if (!res.write(Buffer.alloc(MIB))) return void res.once('drain', more);
    }
    res.end();
  };
  more();
});
let app: TestApp;
let connection: Awaited<ReturnType<typeof openRaw>>;
beforeAll(async () => {
  const url = await listening(host);
  app = await startTestApp({ UPSTREAM_URL: url }, { timeouts: { quietMs: 400 } });
});
afterEach(() => connection.destroy());
afterAll(async () => {
  await app.close();
  host.close().closeAllConnections();
});

/** Sends a request, reads the first bytes of the answer, then stops reading. */
async function stall() {
  connection = await openRaw(app.url);
  connection.send(head(`GET ${film} HTTP/1.1`));
  await once(connection.socket, 'data');
  return connection.socket.pause();
}
const cut = () => app.logLines.filter((line) => line.path === film && line.aborted);

it('a slow reader who goes on is not cut off, though it takes many times as long', async () => {
  const socket = await stall();
  let received = 0;
  socket.on('data', (chunk) => {
    const before = received;
    received += chunk.length;
    // Reads about 2 MB, then pauses for 100 ms.
    if (Math.floor(received / (2 * MIB)) === Math.floor(before / (2 * MIB))) return;
    socket.pause();
    setTimeout(() => socket.resume(), 100);
  });
  socket.resume();
  await expect.poll(() => received, { timeout: 50_000 }).toBeGreaterThan(63 * MIB);
  expect(cut()).toEqual([]);
});

it('a reader who stops reading is cut off, and the host let go of', async () => {
  await stall();
  await expect.poll(cut, { timeout: 15_000 }).toHaveLength(1);
  await expect
    .poll(() => new Promise((resolve) => host.getConnections((_error, count) => resolve(count))))
    .toBeLessThanOrEqual(1);
});

it('the rest of a request that was refused may not drip in', async () => {
  connection = await openRaw(app.url);
  connection.send(headOfForm('POST /api/saveBlog', { 'X-CSRF': '1' }));
  expect((await connection.answer()).status).toBe(401);
  const dripping = setInterval(() => connection.send('x'), 50);
  await connection.closed();
  clearInterval(dripping);
});
