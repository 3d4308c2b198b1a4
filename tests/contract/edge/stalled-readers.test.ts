// @module-tag deep/faults: readers stall, and time passes until they are cut
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { head } from './raw-http.ts';

const inlineImage = (megabytes: number) =>
  `<p><img src="data:image/png;base64,${'A'.repeat(megabytes * 1_000_000)}"></p>`;
const post = (description: string) => ({
  id: 1,
  blog_title: 'Post',
  description,
  blog_image: null,
  is_active: 1,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends a request, reads the first bytes of the answer, then stops reading. */
async function stall(url: string, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(head(`GET ${path} HTTP/1.1`, { Accept: 'text/html, application/json' }));
  await once(socket, 'data');
  socket.pause();
  return socket;
}

describe('a reader who stops reading', () => {
  let stub: StubUpstream;
  let app: TestApp;
  /** Host that answers with a film, or media of any length. */
  const host = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 64 * MIB });
    const piece = Buffer.alloc(MIB);
    let sent = 0;
    const more = () => {
      while (sent < 64) {
        sent += 1;
        if (!res.write(piece)) return void res.once('drain', more);
      }
      res.end();
    };
    more();
  });
  let films: TestApp;

  beforeAll(async () => {
    const timeouts = { readerMs: 400, checkMs: 50 };
    stub = await startStubUpstream();
    app = await startTestApp({ UPSTREAM_URL: stub.url }, { timeouts });
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    const { port } = host.address() as { port: number };
    films = await startTestApp({ UPSTREAM_URL: `http://127.0.0.1:${port}` }, { timeouts });
  });
  afterAll(async () => {
    await app.close();
    await films.close();
    await stub.close();
    host.closeAllConnections();
    host.close();
  });
  beforeEach(() => {
    stub.reset();
    stub.data.blogs.push(post(inlineImage(12)));
    app.logLines.length = 0;
    films.logLines.length = 0;
  });

  /** Waits for the log line of a request that the server cut off. */
  const cut = (running: TestApp, path: string) =>
    expect.poll(() => running.logLines.find((line) => line.path === path && line.aborted), {
      timeout: 15_000,
    });

  it.each(['/view-blog/1'])('of %s is cut off', async (path) => {
    await stall(app.url, path);
    await cut(app, path).toBeDefined();
  });

  it('of a film is cut off, and the host let go of', async () => {
    await stall(films.url, '/storage/film.mp4');
    await cut(films, '/storage/film.mp4').toBeDefined();
    await expect
      .poll(() => new Promise((resolve) => host.getConnections((_error, count) => resolve(count))))
      .toBeLessThanOrEqual(1);
  });

  it('and a slow one who goes on is not, though it takes many times as long', async () => {
    const socket = await stall(films.url, '/storage/film.mp4');
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      // Reads about 2 MB, then pauses for 100 ms.
      if (Math.floor(received / (2 * MIB)) > Math.floor((received - chunk.length) / (2 * MIB))) {
        socket.pause();
        setTimeout(() => socket.resume(), 100);
      }
    });
    socket.resume();
    await expect.poll(() => received, { timeout: 50_000 }).toBeGreaterThan(63 * MIB);
    expect(films.logLines.filter((line) => line.aborted)).toEqual([]);
  });

  it('an answer that takes its time is no reader who stands still', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    stub.misbehave({ kind: 'gate', release: released }, { path: '/api/activeBlogs' });
    const asked = fetch(`${app.url}/api/activeBlogs`);
    await expect.poll(() => stub.requestsTo('/api/activeBlogs')).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 800));
    release();
    expect((await asked).status).toBe(200);
  });
});
