import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultTimeouts, serverOptions, type Timeouts } from '../../../server/http/connections.ts';
import { cutOff, listen } from '../../../server/http/drain.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serverOf(answer: RequestListener, given: Partial<Timeouts> = {}) {
  const timeouts = { ...defaultTimeouts, ...given };
  const server = createServer(serverOptions(timeouts));
  await listen(server, '127.0.0.1', 0, timeouts);
  closers.push(() => cutOff(server));
  server.on('request', answer);
  return (server.address() as AddressInfo).port;
}

/**
 * Sends the head of a request and returns its connection when the answer has arrived; the client can go on sending,
 * as a proxy does.
 */
async function answered(port: number, head: string, body = 'the first bytes') {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  closers.push(() => socket.destroy());
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`);
  await once(socket, 'end');
  return { socket, errors, closed, text };
}

const length = 4 * 1024 * 1024;
const refuse: RequestListener = (_req, res) => void res.writeHead(413).end('too large');

it.each([
  `Connection: close\r\nContent-Length: ${length}`,
  'Connection: close\r\nContent-Length: 0004194304',
])(
  'who is refused early with %j may send the rest without a reset, and then the connection ends',
  async (head) => {
    const { socket, errors, closed, text } = await answered(await serverOf(refuse), head);
    expect(text).toMatch(/^HTTP\/1\.1 413 .*too large/s);
    socket.write(Buffer.alloc(length - 'the first bytes'.length));
    socket.end();
    await closed;
    expect(errors).toEqual([]);
  },
);

describe('the rest of a request that is answered, on a connection that is kept', () => {
  const rest = { windowMs: 100, bytesPerSecond: 1_000 };
  const refuseLogin: RequestListener = (_req, res) =>
    void res.writeHead(401, { 'Content-Length': 2 }).end('no');

  /** Sends a request without the end of its body and returns its connection when the answer has arrived. */
  async function begun(method: string) {
    const port = await serverOf(refuseLogin, { rest, checkMs: 20 });
    const socket = connect({ port, host: '127.0.0.1' });
    closers.push(() => socket.destroy());
    socket.on('error', () => {});
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n.`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    return socket;
  }

  it('may not come by a byte now and then', async () => {
    const socket = await begun('POST');
    // Writing after the cut can cause an error, which would reject `once` of events.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const timer = setInterval(() => socket.write('.'), 10);
    await closed;
    clearInterval(timer);
  });
});
