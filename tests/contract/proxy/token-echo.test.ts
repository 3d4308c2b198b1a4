import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { pdf } from '../../support/files.ts';
import { signIn } from '../../support/sign-in.ts';
import { stubSite } from '../../support/stub-site.ts';
import { type Way, ways } from './ways.ts';

/** A careless host repeats the bearer token that it received: in greetings, debug pages, and dumps of the request. */
const token = '17|aB/cD+eF==_gH-iJkLmNoPqRsTuVwXyZ0123456789';

const site = stubSite();
let session: Record<string, string>;
/** True if the next test has to sign in: a 401 of the host ends the session. */
let isSignedOut = true;
beforeEach(async () => {
  if (isSignedOut) {
    const body = JSON.stringify({ status: 1, data: { token, user: { id: 1 } } });
    site.stub.misbehave({ kind: 'answer', status: 200, body }, { path: '/api/login', times: 1 });
    session = { Cookie: (await signIn(site.app, site.stub.admin)).cookie };
  }
  isSignedOut = false;
  site.app.logLines.length = 0;
});

const listed = ways.filter(({ name }) => name !== 'media');
const unlisted: Way = { name: 'unlisted', method: 'GET', path: '/api/elsewhere', session: true };
const download: Way = { name: 'CV', method: 'GET', path: '/api/downloadCv/1', session: true };

/** Sends with fetch, as a page does: chunks are joined and compression is undone. */
async function send(way: Way, headers: Record<string, string>) {
  const answer = await fetch(`${site.app.url}${way.path}`, {
    method: way.method,
    redirect: 'manual',
    headers: { 'X-CSRF': '1', ...(way.body && { 'Content-Type': 'application/json' }), ...headers },
    ...(way.body && { body: way.body }),
  });
  isSignedOut ||= answer.status === 401;
  const given: Record<string, string> = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: given, text: await answer.text() };
}

/** A dump of the request, as a careless host answers it; the unit test of the search has every other spelling. */
const dump = JSON.stringify({
  status: 1,
  message: `Hello Bearer ${token}`,
  data: { id: 1, name: 'Ada', raw: token },
  list: [token, { [token]: encodeURIComponent(token) }],
  token,
});

function expectNoToken(text: string, headers: Record<string, unknown>) {
  const all = decodeURIComponent(`${JSON.stringify(headers)}\n${text}`.replace(/%(?![\da-f]{2})/gi, '%25'));
  for (let at = 0; at + 16 <= token.length; at += 8) expect(all).not.toContain(token.slice(at, at + 16));
}

function host(status: number, headers: Record<string, string>, body: string | Buffer) {
  site.stub.misbehave({ kind: 'answer', status, headers, body });
}
const json = { 'content-type': 'application/json' };

describe.each(listed)('through $name', (way) => {
  test.each([200, 401, 404, 422, 500])(
    'an answer of %i that repeats the bearer reaches the browser without it, and so does the log',
    async (status) => {
      host(status, { ...json, etag: `"${token}"`, 'retry-after': token }, dump);
      const answer = await send(way, session);
      expect(answer.status).toBe(status);
      expectNoToken(answer.text, answer.headers);
      expectNoToken(JSON.stringify(site.app.logLines), {});
      const body = JSON.parse(answer.text);
      if (status < 300) expect(body.data).toMatchObject({ id: 1, name: 'Ada', raw: '[removed]' });
      if (status < 500) expect(body).not.toHaveProperty('token');
      if (status < 500 && status !== 401) expect(body.message).toBe('Hello Bearer [removed]');
      expect(site.app.logLines).toContainEqual(
        expect.objectContaining({ msg: expect.stringContaining('the session token in an answer') }),
      );
    },
  );

  test('a page of an error', async () => {
    host(500, { 'content-type': 'text/html' }, `<pre>${'x'.repeat(2_040)}${token} in vain</pre>`);
    const answer = await send(way, session);
    expectNoToken(answer.text, answer.headers);
    expectNoToken(JSON.stringify(site.app.logLines), {});
  });

  test('a redirect whose address repeats it', async () => {
    host(302, { location: `/api/other?token=${encodeURIComponent(token)}` }, '');
    const answer = await send(way, session);
    expectNoToken(answer.text, answer.headers);
  });

  test('a new token in one of the four places is taken out, and the log says where', async () => {
    const body = {
      status: 1,
      token: 'new-1',
      access_token: 'new-2',
      data: { id: 3, token: 'new-3', access_token: 'new-4' },
    };
    host(200, json, JSON.stringify(body));
    const answer = await send(way, session);
    expect(JSON.parse(answer.text)).toEqual({ status: 1, data: { id: 3 } });
    const told = site.app.logLines.filter(({ field }) => field).map(({ field }) => field);
    expect(told.sort()).toEqual(['access_token', 'data.access_token', 'data.token', 'token']);
    expect(JSON.stringify(site.app.logLines)).not.toContain('new-');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('packed without being asked', async () => {
    host(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(dump));
    const answer = await send(way, session);
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
    expect(JSON.parse(answer.text).data.raw).toBe('[removed]');
    expectNoToken(answer.text, answer.headers);
  });
});

describe('at a path that the contract does not list', () => {
  test('a body without the token comes byte for byte', async () => {
    const odd = '{ "id" : 12345678901234567890, "a":1.0, "a":2,\n\t"slash":"\\/", "u":"\\u0041" }\n';
    host(200, { ...json, etag: '"1"', 'content-length': String(odd.length) }, odd);
    const answer = await send(unlisted, session);
    expect(answer.text).toBe(odd);
    expect(answer.headers).toMatchObject({ etag: '"1"', 'content-length': String(odd.length) });
  });

  test('a body that is changed has a length of its own, and no digest or strong validator of the old one', async () => {
    const body = dump;
    const digests = { 'content-md5': 'x', digest: 'x', 'content-digest': 'x', 'accept-ranges': 'bytes' };
    host(200, { ...json, ...digests, etag: '"1"', 'content-length': String(Buffer.byteLength(body)) }, body);
    const answer = await send(unlisted, session);
    for (const name of Object.keys(digests)) expect(answer.headers).not.toHaveProperty(name);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
    expect(answer.headers.etag).toBe('W/"1"');
    expect(JSON.parse(answer.text).list).toEqual(['[removed]', { '[removed]': '[removed]' }]);
  });

  test('a token that comes in pieces over many chunks is found', async () => {
    const pieces = [...`{"a":"${token}"}`].map((byte) => `1\r\n${byte}\r\n`).join('');
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    site.stub.misbehave({ kind: 'raw', bytes: `${head}${pieces}0\r\n\r\n` });
    const answer = await send(unlisted, session);
    expect(answer.text).toBe('{"a":"[removed]"}');
  });

  test('a session cannot ask for two halves of a token', async () => {
    host(200, json, '{}');
    await send(unlisted, { ...session, Range: 'bytes=0-9' });
    expect(site.stub.last().header('range')).toBeUndefined();
  });

  test('a visitor, whose call carries no token, gets the answer untouched', async () => {
    const body = '{"token":"for the spam clock"}';
    host(200, { ...json, etag: '"1"', 'content-length': String(body.length) }, body);
    const answer = await send(unlisted, {});
    expect(answer.text).toBe(body);
    expect(answer.headers).toMatchObject({ etag: '"1"', 'content-length': String(body.length) });
  });
});

describe('a file', () => {
  const bytes = Buffer.concat([pdf(), Buffer.from(token)]);

  test('of a download row passes untouched, and its name without the token', async () => {
    const named = {
      'content-disposition': `attachment; filename="${token.replaceAll('/', '')}-${token}.pdf"`,
    };
    host(200, { 'content-type': 'application/pdf', ...named }, bytes);
    const answer = await send(download, session);
    expect(answer.text).toContain(token);
    expect(answer.headers['content-disposition']).toContain('-[removed].pdf');
  });

  test.each(['text/csv', 'image/png'])('of %s that is an attachment passes untouched', async (type) => {
    const body = `a,${token}\n`;
    const headers = { 'content-type': type, 'content-disposition': 'attachment; filename="a.csv"' };
    host(200, { ...headers, 'content-length': String(body.length) }, body);
    const answer = await send(unlisted, session);
    expect(answer.text).toBe(body);
    expect(answer.headers['content-length']).toBe(String(body.length));
  });

  test('that is JSON after all is no file', async () => {
    host(200, { ...json, 'content-disposition': 'attachment' }, dump);
    const answer = await send(unlisted, session);
    expectNoToken(answer.text, answer.headers);
  });
});
