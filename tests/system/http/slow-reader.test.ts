import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterEach, expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { defaultTimeouts, serverOptions } from '../../../server/http/connections.ts';
import { cutOff, listen } from '../../../server/http/drain.ts';
import { endWithBytes, inPieces } from '../../../server/http/end-with.ts';

const body = Buffer.alloc(40 * MIB, 'a');
async function* oneChunk() {
  yield body;
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await cutOff(server);
});

/** Requests the body and reads the first bytes; `isCut` is true if the server cut the answer off. */
async function begun(path: string) {
  const server = createServer(serverOptions());
  servers.push(server);
  let isCut: Promise<boolean> | undefined;
  server.on('request', (req, res) => {
    isCut = once(res, 'close').then(() => !res.writableFinished);
    if (req.url === '/memory') endWithBytes(res, body);
    else pipeline(inPieces(oneChunk()), res.setHeader('Content-Length', body.length)).catch(() => {});
  });
  await listen(server, '127.0.0.1', 0, { ...defaultTimeouts, readerMs: 600, checkMs: 30 });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [first] = await once(socket, 'data');
  socket.pause();
  return { socket, isCut, read: (first as Buffer).length };
}

it.each(['/memory', '/chunk'])(
  'a slow reader of a large answer is not cut off while it goes on (%s)',
  { timeout: 60_000 },
  async (path) => {
    const { socket, isCut, read } = await begun(path);
    let received = read;
    let pauseAt = 2 * MIB;
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (received < pauseAt) return;
      pauseAt = received + 2 * MIB;
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    });
    socket.resume();
    await once(socket, 'close');
    expect(received).toBeGreaterThan(body.length);
    expect(await isCut).toBe(false);
  },
);

it('one that stops is', async () => {
  const { socket, isCut } = await begun('/memory');
  expect(await isCut).toBe(true);
  socket.destroy();
});
