import { createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUpstream } from '../../../../server/bff/upstream/client.ts';
import { jsonBody } from '../../../../server/bff/upstream/upstream.ts';
import { AppError } from '../../../../server/errors.ts';
import { listening } from '../../../support/free-port.ts';
import { type StoppedClocks, stopClocks } from '../../../support/stopped-clocks.ts';

const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const read = { method: 'GET', path: '/', headers: {} };

/** Timeouts are reached by the test's clock, so that none is reached because the machine is busy. */
const timeoutMs = 60_000;

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of close.reverse()) await end();
  close = [];
});

/** Starts a host that handles each connection as given, and a client for it. */
async function start(onConnection: (socket: Socket, index: number) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
    onConnection(socket, sockets.length - 1);
  });
  const url = await listening(server);
  const upstream = createUpstream(new URL(url), timeoutMs);
  close.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }, upstream.close);
  return { upstream, sockets };
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

test('a kept connection that the host closes at the moment of its reuse costs a read nothing: it is sent once more', async () => {
  const { upstream, sockets } = await start(
    onRequests((socket, _head, count) => {
      if (count === 0) socket.write(answer('1'));
      else socket.resetAndDestroy();
    }),
  );
  await text((await upstream.request(read)).body);
  // The connection is free before the second read is sent.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(await text((await upstream.request(read)).body)).toBe('1');
  expect(sockets).toHaveLength(2);
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

test.each(['before', 'after'] as const)(
  'a browser that leaves: %s the answer began: the host is let go of',
  async (when) => {
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
  },
);

describe('the body of an answer', () => {
  const almost = 0.9 * timeoutMs;
  const late = failure('upstream.timeout', 504);
  const chunk = '1\r\nx\r\n';
  const tooLong = `Content-Length: ${Number.MAX_SAFE_INTEGER}`;
  let clock: StoppedClocks;
  beforeEach(() => {
    clock = stopClocks();
  });
  afterEach(() => clock[Symbol.dispose]());

  /** Starts an answer of which `first` has arrived; returns the body and the host's end of its connection. */
  async function begin(header: string, first: string) {
    const { upstream, sockets } = await start((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${first}`)),
    );
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
