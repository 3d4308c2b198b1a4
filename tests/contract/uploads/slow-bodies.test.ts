// @module-tag deep/faults: bodies drip, and time passes until they are cut
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { applicationForm } from '../../support/forms.ts';
import { head, openRaw } from '../edge/raw-http.ts';
import { file, formBody, formType, gateBench, text } from './gate-bench.ts';

const body = formBody(
  applicationForm().map((part) =>
    'text' in part ? text(part.name, part.text) : file(part.name, part.file, part.filename, part.type),
  ),
);
const length = { 'Content-Length': String(body.length) };
const open: { destroy(): void }[] = [];
afterAll(() => {
  for (const connection of open) connection.destroy();
});

/** Begins a form on a connection of its own; `from` is the sender's address, as the proxy in front reports it. */
async function begin(
  bench: ReturnType<typeof gateBench>,
  from: string,
  headers: Record<string, string>,
  path = 'applyJob',
) {
  const connection = await openRaw(bench.site.app.url);
  open.push(connection);
  const own = { 'X-CSRF': '1', 'X-Forwarded-For': from, 'Content-Type': formType };
  connection.send(head(`POST /api/${path} HTTP/1.1`, { ...own, ...headers }));
  return {
    ...connection,
    /** Sends `bytes` in pieces as long as the connection is open. */
    drip(bytes: Buffer, pieceLength: number, everyMs: number) {
      let sent = 0;
      const timer = setInterval(() => {
        if (sent >= bytes.length || connection.socket.closed) return clearInterval(timer);
        connection.send(bytes.subarray(sent, sent + pieceLength));
        sent += pieceLength;
      }, everyMs);
    },
  };
}

const environment = { TRUST_PROXY: '1', UPLOAD_CONCURRENCY: '8' };

describe('slots that strangers hold', () => {
  const bench = gateBench(environment);

  it('one address has three, six are all that visitors have, and an admin still uploads', async () => {
    // A slot shows in the request for the body.
    const statuses: string[] = [];
    const [one, ...others] = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2'] as const;
    for (const from of [one, one, one, one, ...others]) {
      const { socket } = await begin(bench, from, { ...length, Expect: '100-continue' });
      const [first] = await once(socket, 'data');
      statuses.push(String(first).slice(9, 12));
    }
    expect(statuses).toEqual(['100', '100', '100', '503', '100', '100', '100']);
    const answer = await (await begin(bench, '192.0.2.7', { ...length, Expect: '100-continue' })).answer();
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 'upload.busy']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const form = ['blog_title', 'is_active', 'description'].map((name) => text(name, '1'));
    expect((await bench.sendForm('/api/saveBlog', form, { 'x-forwarded-for': '192.0.2.1' })).status).not.toBe(
      503,
    );
  });
});

describe('a body that comes too slowly', () => {
  // 50 bytes in each half second.
  const bench = gateBench(environment, { minRate: { windowMs: 500, bytesPerSecond: 100 } });
  const { site } = bench;
  const sendWhole = () => bench.send('/api/applyJob', body, { 'content-type': formType, cookie: '' });

  it('is 408 and the connection closes, whatever its kind; then all slots are free again', async () => {
    const ofVisitors = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.3'].map(async (from) => {
      const form = await begin(bench, from, length);
      form.drip(body, 1, 20);
      return form;
    });
    const chunked = await begin(bench, '192.0.2.4', { 'Transfer-Encoding': 'chunked' });
    chunked.drip(Buffer.from('1\r\n-\r\n'.repeat(500)), 6, 100);
    const ofAdmin = await begin(bench, '192.0.2.1', { ...length, Cookie: site.cookie });
    ofAdmin.drip(body, 1, 20);
    const neverBegun = await begin(bench, '192.0.2.1', { ...length, Cookie: site.cookie });
    const type = { 'Content-Type': 'application/json', 'Content-Length': '1000' };
    const json = await begin(bench, '192.0.2.1', type, 'contactUs');
    json.drip(Buffer.alloc(1000, ' '), 1, 20);
    for (const connection of [...(await Promise.all(ofVisitors)), chunked, ofAdmin, neverBegun, json]) {
      const answer = await connection.answer();
      expect([answer.status, answer.headers['cache-control']]).toEqual([408, 'no-store']);
      expect(JSON.parse(answer.body)).toEqual({
        status: 0,
        code: 'request.tooSlow',
        message: 'This request took too long to arrive.',
      });
      await connection.closed();
    }
    await bench.expectNothingPassed();
    expect((await sendWhole()).status).toBe(200);
  });

  it('a phone with a weak signal passes, and a host that thinks for long is no slow sender', async () => {
    const phone = await begin(bench, '192.0.2.1', { ...length, Connection: 'close' });
    phone.drip(body, Math.ceil(body.length / 40), 50);
    expect((await phone.answer()).status).toBe(200);
    const release = site.stub.hold('/api/applyJob');
    const thinking = sendWhole();
    await expect.poll(() => site.stub.requestsTo('/api/applyJob')).toHaveLength(2);
    // Meanwhile a form that never begins is cut.
    const late = await begin(bench, '192.0.2.9', length);
    expect((await late.answer()).status).toBe(408);
    release();
    expect((await thinking).status).toBe(200);
  });
});
