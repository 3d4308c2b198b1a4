// @module-tag deep/postgres: the server says nothing
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isUnavailable } from '../../../../server/database/errors.ts';
import { openPool } from '../../../../server/database/postgres/connect.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';
import { silent } from './support.ts';

/**
 * A proxy that can stop forwarding from one instant to the next while its connections stay open. It refuses new
 * connections meanwhile.
 */
async function startSilencer(url: string) {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer({ pauseOnConnect: true }, (client) => {
    if (isSilent) return void client.destroy();
    const there = connect(Number(port), hostname);
    sockets.push(client, there);
    for (const [from, to] of [
      [client, there],
      [there, client],
    ] as const) {
      from.on('data', (bytes) => void (isSilent || to.write(bytes)));
      from.on('close', () => to.destroy());
      from.on('error', () => {});
    }
    client.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ours } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${ours}` }).href,
    silence: (on: boolean) => {
      isSilent = on;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

let database: TestDatabase;
let silencer: Awaited<ReturnType<typeof startSilencer>>;
beforeAll(async () => {
  database = await testDatabase();
  silencer = await startSilencer(database.url);
});
afterEach(() => silencer.silence(false));
afterAll(async () => {
  silencer.close();
  await database.drop();
});

/** Long enough for a working server, even on a busy machine. */
const answerMs = 1_000;

it('a server that says nothing is away, holds no connection of the pool, and is there again when it speaks', async () => {
  const pool = openPool(silencer.url, silent, { connectMs: 5_000, answerMs });
  // As kysely does, which releases a client regardless of the result of its query.
  const ask = async () => {
    const client = await pool.connect();
    try {
      return await client.query('select 1 as one');
    } finally {
      client.release();
    }
  };
  // Uses all connections of the pool.
  const asked = () => Promise.allSettled(Array.from({ length: 10 }, ask));
  await asked();
  silencer.silence(true);
  for (const answer of await asked()) {
    expect(answer).toMatchObject({ status: 'rejected' });
    expect((answer as PromiseRejectedResult).reason).toSatisfy(isUnavailable);
  }
  expect(pool.totalCount).toBe(0);
  silencer.silence(false);
  // None is a connection with a late answer to an earlier query.
  for (const answer of await asked()) expect(answer).toMatchObject({ value: { rows: [{ one: 1 }] } });
  await pool.end();
});
