import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { cutOff, defaultTimeouts, listen, serverOptions } from '../../../server/http/connections.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serverOf(answer: RequestListener) {
  const server = createServer(serverOptions(defaultTimeouts));
  await listen(server, '127.0.0.1', 0);
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
