import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startBalancer } from '../../support/balancer.ts';
import { freePort } from '../../support/free-port.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function target(name: string, answer?: RequestListener): Promise<string> {
  const server = createServer((req, res) => {
    if (req.url === '/readyz?self=1') res.end();
    else if (answer) answer(req, res);
    else {
      const pieces: Buffer[] = [];
      req.on('data', (piece) => pieces.push(piece));
      req.on('end', () =>
        res.setHeader('x-method', req.method ?? '').end(`${name} ${Buffer.concat(pieces)}`),
      );
    }
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const text = async (answer: Response) => `${answer.status} ${await answer.text()}`;

it('hands requests to its targets in turn, bodies whole', async () => {
  const balancer = await startBalancer([await target('A'), await target('B')]);
  const body = 'x'.repeat(300_000);
  const answers = [];
  for (const method of ['GET', 'POST', 'PUT']) {
    answers.push(await text(await fetch(balancer.url, method === 'GET' ? {} : { method, body })));
  }
  expect(answers).toEqual(['200 A ', `200 B ${body}`, `200 A ${body}`]);
  expect(balancer.sent).toHaveLength(3);
  await balancer.close();
});

it('goes on to the next when one is not there, and asks again whether it is', async () => {
  const port = await freePort();
  const balancer = await startBalancer([`http://127.0.0.1:${port}`, await target('B')]);
  expect(await text(await fetch(balancer.url, { method: 'POST', body: 'b' }))).toBe('200 B b');
  const back = createServer((_, res) => res.end('back')).listen(port, '127.0.0.1');
  servers.push(back);
  await expect.poll(async () => text(await fetch(balancer.url))).toBe('200 back');
  expect(balancer.failed).toEqual([]);
  await balancer.close();
});

it('asks twice for what may be asked twice, and sends nothing else twice', async () => {
  const cut = await target('A', (req) => req.socket.destroy());
  const balancer = await startBalancer([cut, await target('B')]);
  expect(await text(await fetch(balancer.url))).toBe('200 B ');
  balancer.use([await target('B'), cut]);
  expect(await text(await fetch(balancer.url, { method: 'POST', body: 'b' }))).toBe('502 ');
  expect(balancer.failed).toEqual(['POST /']);
  await balancer.close();
});
