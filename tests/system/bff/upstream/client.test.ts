import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { createUpstream } from '../../../../server/bff/upstream/client.ts';
import { jsonBody, type Upstream } from '../../../../server/bff/upstream/upstream.ts';
import { AppError } from '../../../../server/errors.ts';
import { stopClocks } from '../../../support/stopped-clocks.ts';

const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const read = { method: 'GET', path: '/', headers: {} };

/** Timeouts are reached by the test's clock, so that none is reached because the machine is busy. */
const timeoutMs = 60_000;

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of close.reverse()) await end();
  close = [];
});

interface Host {
  upstream: Upstream;
  /** All connections, in order. */
  sockets: Socket[];
  /** True if data has arrived on one of the connections. */
  asked(): boolean;
}

/** Starts a host that handles each connection as given, and a client for it. */
async function start(onConnection: (socket: Socket, index: number) => void): Promise<Host> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
    onConnection(socket, sockets.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const upstream = createUpstream(new URL(`http://127.0.0.1:${port}`), timeoutMs);
  close.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }, upstream.close);
  return { upstream, sockets, asked: () => sockets.some(({ bytesRead }) => bytesRead > 0) };
}

/** Calls `onRequest` with the head of each request, and the part of the body that arrived with it. */
function onRequests(onRequest: (socket: Socket, text: string, count: number) => void) {
  return (socket: Socket) => {
    let count = 0;
    socket.on('data', (chunk) => onRequest(socket, chunk.toString('latin1'), count++));
  };
}

const text = async (body: Readable) => Buffer.concat(await body.toArray()).toString();
const failure = (code: string, status: number) => expect.objectContaining({ code, status });
/** Settles with the result or the error, so that a call may fail before the test awaits it. */
const outcome = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('a kept connection that the host closes at the moment of its reuse', () => {
  /** Answers the first request of each connection and resets the connection at the second. */
  const closing = onRequests((socket, _head, count) => {
    if (count === 0) socket.write(answer('1'));
    else socket.resetAndDestroy();
  });

  /** Makes the second read of a client; the connection of the first is free before it is sent. */
  async function readAgain(upstream: Upstream): Promise<string> {
    await text((await upstream.request(read)).body);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    return text((await upstream.request(read)).body);
  }

  test('costs a read nothing: it is sent once more', async () => {
    const { upstream, sockets } = await start(closing);
    expect(await readAgain(upstream)).toBe('1');
    expect(sockets).toHaveLength(2);
  });
});

test('a write goes over a connection of its own, is sent once, and early hints do not disturb it', async () => {
  let requests = 0;
  const { upstream, sockets } = await start(
    onRequests((socket, head) => {
      if (/^(POST|DELETE) /.test(head)) requests += 1;
      socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${answer('done')}`);
    }),
  );
  const write = { method: 'POST', path: '/', headers: { 'content-length': '2' }, json: jsonBody({}) };
  expect(await text((await upstream.request(write)).body)).toBe('done');
  expect(await text((await upstream.request({ ...read, method: 'DELETE' })).body)).toBe('done');
  expect([requests, sockets.length]).toEqual([2, 2]);
});

describe('failures', () => {
  test('a host that has taken a large upload has time to store it, before its silence is one', async () => {
    using clock = stopClocks();
    const mebibytes = 40;
    let taken = 0;
    const { upstream } = await start((socket) =>
      socket.on('data', ({ length }) => {
        taken += length;
      }),
    );
    const bodyLength = mebibytes * 1024 * 1024;
    const body = Readable.from(Array.from({ length: mebibytes }, () => Buffer.alloc(1024 * 1024)));
    const headers = { 'content-length': String(bodyLength) };
    let came: unknown;
    const call = outcome(upstream.request({ method: 'POST', path: '/', headers, body, bodyLength })).then(
      (error) => {
        came = error;
      },
    );
    await expect.poll(() => taken).toBeGreaterThan(bodyLength);
    await clock.turn(timeoutMs + 19_000);
    expect(came).toBeUndefined();
    await clock.turn(2_000);
    await call;
    expect(came).toEqual(failure('upstream.timeout', 504));
  });

  test('a source that fails half-way ends the call, and half a body is never taken for a whole one', async () => {
    let received = '';
    const { upstream, sockets } = await start((socket) =>
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
      }),
    );
    const body = Readable.from(
      (function* () {
        yield Buffer.from('half');
        throw new Error('disk');
      })(),
    );

    await expect(
      upstream.request({
        method: 'POST',
        path: '/',
        headers: { 'content-length': '8' },
        body,
        bodyLength: 8,
      }),
    ).rejects.toBeInstanceOf(AppError);
    await new Promise<void>((resolve) => {
      const [socket] = sockets;
      if (!socket || socket.destroyed) resolve();
      else socket.once('close', () => resolve());
    });
    expect(received).not.toMatch(/half.+/s);
  });
});

describe('a browser that leaves', () => {
  test.each(['before', 'after'] as const)('%s the answer began: the host is let go of', async (when) => {
    const { upstream, sockets } = await start((socket) => {
      socket.resume();
      if (when === 'after') socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx');
    });
    const leaving = new AbortController();
    const call = upstream.request({ ...read, signal: leaving.signal });

    if (when === 'before') {
      await expect.poll(() => sockets.length).toBe(1);
      leaving.abort();
      await expect(call).rejects.toEqual(failure('request.aborted', 499));
    } else {
      const { body } = await call;
      leaving.abort();
      await expect(text(body)).rejects.toEqual(failure('request.aborted', 499));
    }
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });
});
