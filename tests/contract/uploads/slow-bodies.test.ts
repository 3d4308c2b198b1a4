// @module-tag deep/faults: bodies drip, and time passes until they are cut
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applicationForm } from '../../support/forms.ts';
import { head, openRaw, type RawConnection } from '../edge/raw-http.ts';
import { file, formBody, formType, type GateBench, startGateBench, text } from './gate-bench.ts';

const body = formBody(
  applicationForm().map((part) =>
    'text' in part ? text(part.name, part.text) : file(part.name, part.file, part.filename, part.type),
  ),
);
const open: { destroy(): void }[] = [];

async function closeAll(bench: GateBench): Promise<void> {
  for (const connection of open.splice(0)) connection.destroy();
  await bench.close();
}

/** Returns the head of an application; `address` is the sender's address, as the proxy in front reports it. */
const application = (address: string, headers: Record<string, string> = {}) =>
  head('POST /api/applyJob HTTP/1.1', {
    'X-CSRF': '1',
    'X-Forwarded-For': address,
    'Content-Type': formType,
    'Content-Length': String(body.length),
    ...headers,
  });

async function connectTo(bench: GateBench): Promise<RawConnection> {
  const connection = await openRaw(bench.app.url);
  open.push(connection);
  return connection;
}

describe('slots that strangers hold', () => {
  let bench: GateBench;
  beforeAll(async () => {
    bench = await startGateBench({ TRUST_PROXY: '1', UPLOAD_CONCURRENCY: '8' });
  });
  afterAll(() => closeAll(bench));

  /**
   * Begins an application without ending it; returns true if it got a slot, which shows in the request for its body.
   */
  async function holds(address: string): Promise<boolean> {
    const connection = await connectTo(bench);
    connection.send(application(address, { Expect: '100-continue' }));
    const [first] = await once(connection.socket, 'data');
    const [, status] = /^HTTP\/1\.1 (100|503) /.exec(String(first)) ?? [];
    expect(status).toBeDefined();
    return status === '100';
  }

  it('one address has three, six are all that visitors have, and an admin still uploads', async () => {
    const first = [await holds('192.0.2.1'), await holds('192.0.2.1'), await holds('192.0.2.1')];
    expect(first).toEqual([true, true, true]);
    expect(await holds('192.0.2.1')).toBe(false);
    const others = [await holds('192.0.2.2'), await holds('2001:db8::1'), await holds('2001:db8::2')];
    expect(others).toEqual([true, true, true]);

    const refused = await connectTo(bench);
    refused.send(application('192.0.2.7', { Expect: '100-continue' }));
    const answer = await refused.answer();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'upload.busy' });

    const form = formBody([text('blog_title', 'T'), text('is_active', '1'), text('description', 'x')]);
    const saved = await bench.send('/api/saveBlog', form, {
      'content-type': formType,
      'x-forwarded-for': '192.0.2.1',
    });
    expect(saved.status).not.toBe(503);
    expect(bench.stub.requestsTo('/api/saveBlog')).toHaveLength(1);
  });
});

describe('a body that comes too slowly', () => {
  let bench: GateBench;
  beforeAll(async () => {
    // 50 bytes in each half second.
    bench = await startGateBench(
      { TRUST_PROXY: '1', UPLOAD_CONCURRENCY: '8' },
      { minRate: { windowMs: 500, bytesPerSecond: 100 } },
    );
  });
  afterAll(() => closeAll(bench));
  beforeEach(() => bench.stub.reset());

  /** Sends `bytes` in pieces as long as the connection is open. */
  function drip(connection: RawConnection, bytes: Buffer, pieceLength: number, everyMs: number): void {
    let sent = 0;
    const timer = setInterval(() => {
      if (sent >= bytes.length) return clearInterval(timer);
      connection.send(bytes.subarray(sent, sent + pieceLength));
      sent += pieceLength;
    }, everyMs);
    connection.socket.once('close', () => clearInterval(timer));
  }

  async function expectTooSlow(connection: RawConnection): Promise<void> {
    const answer = await connection.answer();
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body)).toEqual({
      status: 0,
      code: 'request.tooSlow',
      message: 'This request took too long to arrive.',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    await connection.closed();
    expect(bench.stub.requests).toEqual([]);
    await bench.untilLeftovers(0);
  }

  it('a form that drips: 408, the connection closes, and all slots are free again', async () => {
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.3', '192.0.2.3'];
    const drippers: RawConnection[] = [];
    for (const address of addresses) {
      const connection = await connectTo(bench);
      connection.send(application(address));
      connection.send(body.subarray(0, 400));
      drip(connection, body.subarray(400), 1, 20);
      drippers.push(connection);
    }
    await Promise.all(drippers.map(expectTooSlow));

    const answer = await bench.send('/api/applyJob', body, { 'content-type': formType, cookie: '' });
    expect(answer.status).toBe(200);
  });

  // These tests wait concurrently.
  it.concurrent('a form of an admin too', async () => {
    const connection = await connectTo(bench);
    connection.send(application('192.0.2.1', { Cookie: bench.cookie }));
    drip(connection, body, 1, 20);
    await expectTooSlow(connection);
  });

  it.concurrent('a form that never begins', async () => {
    const connection = await connectTo(bench);
    connection.send(application('192.0.2.1'));
    await expectTooSlow(connection);
  });

  it.concurrent('a form in chunks', async () => {
    const connection = await connectTo(bench);
    connection.send(
      head('POST /api/applyJob HTTP/1.1', {
        'X-CSRF': '1',
        'Content-Type': formType,
        'Transfer-Encoding': 'chunked',
      }),
    );
    drip(connection, Buffer.from('1\r\n-\r\n'.repeat(500)), 6, 100);
    await expectTooSlow(connection);
  });

  it.concurrent('JSON', async () => {
    const connection = await connectTo(bench);
    connection.send(
      head('POST /api/contactUs HTTP/1.1', {
        'X-CSRF': '1',
        'Content-Type': 'application/json',
        'Content-Length': '1000',
      }),
    );
    drip(connection, Buffer.alloc(1000, ' '), 1, 20);
    await expectTooSlow(connection);
  });

  it('a phone with a weak signal passes', async () => {
    const connection = await connectTo(bench);
    connection.send(application('192.0.2.1', { Connection: 'close' }));
    drip(connection, body, Math.ceil(body.length / 40), 50);
    expect((await connection.answer()).status).toBe(200);
  });

  it('a host that thinks for long is no slow sender', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    bench.stub.misbehave({ kind: 'gate', release: released }, { path: '/api/applyJob' });
    const sent = bench.send('/api/applyJob', body, { 'content-type': formType, cookie: '' });
    await expect.poll(() => bench.stub.requestsTo('/api/applyJob')).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    release();
    expect((await sent).status).toBe(200);
  });
});
