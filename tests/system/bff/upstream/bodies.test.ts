import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUpstream } from '../../../../server/bff/upstream/client.ts';
import type { Upstream } from '../../../../server/bff/upstream/upstream.ts';
import { type StoppedClocks, stopClocks } from '../../../support/stopped-clocks.ts';

const timeoutMs = 60_000;
const almost = 0.9 * timeoutMs;
const late = expect.objectContaining({ code: 'upstream.timeout', status: 504 });
const chunk = '1\r\nx\r\n';
const tooLong = `Content-Length: ${Number.MAX_SAFE_INTEGER}`;

let clock: StoppedClocks;
let end: () => Promise<void>;
beforeEach(() => {
  clock = stopClocks();
});
afterEach(async () => {
  clock[Symbol.dispose]();
  await end();
});

describe('the body of an answer', () => {
  /** Starts an answer of which `first` has arrived; returns the body and the host's end of its connection. */
  async function begin(header: string, first: string): Promise<{ body: Readable; socket: Socket }> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        sockets.push(socket);
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${first}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const upstream: Upstream = createUpstream(new URL(`http://127.0.0.1:${port}`), timeoutMs);
    end = async () => {
      for (const socket of sockets) socket.destroy();
      await upstream.close();
      await new Promise((resolve) => server.close(resolve));
    };
    const { body } = await upstream.request({ method: 'GET', path: '/', headers: {} });
    return { body, socket: sockets.at(-1) as Socket };
  }

  /** Reads the next part of the body. */
  const next = async (body: AsyncIterator<Buffer>) => String((await body.next()).value ?? '');
  const partsOf = (body: Readable): AsyncIterator<Buffer> => body[Symbol.asyncIterator]();

  test('that drips for ever ends at the total deadline', async () => {
    const { body, socket } = await begin('Transfer-Encoding: chunked', chunk);
    const parts = partsOf(body);
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await next(parts)).toBe('x');
      await clock.turn(almost);
      socket.write(chunk);
    }
    expect(await next(parts)).toBe('x');
    await clock.turn(almost);
    await expect(parts.next()).rejects.toEqual(late);
  });

  test('that stops is given up when nothing has come for as long as a silent host is waited for', async () => {
    const { body } = await begin(tooLong, 'half');
    const parts = partsOf(body);
    expect(await next(parts)).toBe('half');
    const rest = parts.next().catch((error: unknown) => error);
    await clock.turn(1.25 * timeoutMs);
    expect(await rest).toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
  });

  test('waits for a reader that is slow: that is no silence of the host', async () => {
    const bytes = 16 * 1024 * 1024;
    const { body, socket } = await begin(`Content-Length: ${bytes}`, '');
    socket.write(Buffer.alloc(bytes));
    const parts = partsOf(body);
    let received = (await parts.next()).value?.length ?? 0;
    await expect.poll(() => body.readableLength).toBeGreaterThanOrEqual(body.readableHighWaterMark);
    await clock.turn(3 * timeoutMs);
    for (let part = await parts.next(); !part.done; part = await parts.next()) received += part.value.length;
    expect(received).toBe(bytes);
  });
});
