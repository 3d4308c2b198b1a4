import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { sha256 } from '../../support/files.ts';
import { head, openRaw, sendRaw } from '../edge/raw-http.ts';
import { formType, type GateBench, startGateBench } from './gate-bench.ts';

let bench: GateBench;
beforeAll(async () => {
  bench = await startGateBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.stub.requests.length = 0;
});

const json = { 'content-type': 'application/json' };
/** A path outside the contract: forwarded, JSON only (shared/contract/README.md). */
const unlisted = '/api/somethingElse';

describe('the kind of a body', () => {
  it.each([
    ['/api/saveBlog', 'application/json', 415, 'upload.multipartRequired'],
    ['/api/saveBlog', 'application/x-www-form-urlencoded', 415, 'upload.multipartRequired'],
    ['/api/saveBlog', 'multipart/mixed; boundary=x', 415, 'upload.multipartRequired'],
    ['/api/saveBlog', '', 415, 'upload.multipartRequired'],
    ['/api/deleteBlog/1', formType, 415, 'upload.multipartRefused'],
    ['/api/deleteBlog/1', 'Multipart/Form-Data; boundary=x', 415, 'upload.multipartRefused'],
    ['/api/login', formType, 415, 'upload.multipartRefused'],
    [unlisted, formType, 415, 'upload.multipartRefused'],
    [unlisted, 'application/x-www-form-urlencoded', 415, 'request.typeRefused'],
    [unlisted, 'text/plain', 415, 'request.typeRefused'],
    [unlisted, 'application/json; charset=utf-16', 415, 'request.typeRefused'],
    [unlisted, 'application/jsonx', 415, 'request.typeRefused'],
    [unlisted, '', 415, 'request.typeRefused'],
  ])('%s with %s: %i %s', async (path, type, status, code) => {
    const answer = await bench.send(path, Buffer.from('{}'), type ? { 'content-type': type } : {});
    expect(answer.body).toMatchObject({ status: 0, code });
    expect(answer.status).toBe(status);
    await bench.expectNothingPassed();
  });

  it.each([
    [unlisted, 'application/json', 'gzip', 'request.typeRefused'],
    ['/api/saveBlog', formType, 'deflate', 'upload.multipartRequired'],
  ])('%s: a compressed body is refused, for no size check would hold', async (path, type, encoding, code) => {
    const answer = await bench.send(path, Buffer.from('{}'), {
      'content-type': type,
      'content-encoding': encoding,
    });
    expect(answer).toMatchObject({ status: 415, body: { code } });
    await bench.expectNothingPassed();
  });

  it('no body at all is fine where none is needed', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }] as Record<string, string>[]) {
      const answer = await bench.send('/api/deleteBlog/77', Buffer.alloc(0), headers);
      expect(answer.status).toBe(404); // answered by the API host: there is no such post
      expect(bench.stub.last()).toMatchObject({ url: '/api/deleteBlog/77', bodyLength: 0 });
    }
  });
});

describe('a body that is no form', () => {
  it.each([
    ['as it was', '{ "a" : 1.0,\t"a": "ü", "__proto__": {"x":[]} }\n'],
    ['also a bare value', '"text"'],
    ['also at the limit', JSON.stringify('x'.repeat(MIB - 2))],
    ['also nested as deep as its size allows', '['.repeat(MIB / 2) + ']'.repeat(MIB / 2)],
    ['also with a name that fills it', `{"${'['.repeat(MIB - 6)}":1}`],
  ])('goes on byte for byte: %s', async (_name, body) => {
    for (const chunked of [false, true]) {
      await bench.send(
        unlisted,
        Buffer.from(body),
        { 'content-type': 'application/json; charset=UTF-8' },
        { chunked },
      );
      const seen = bench.stub.last();
      expect(seen.bodySha256).toBe(sha256(body));
      expect(seen.header('content-length')).toBe(String(Buffer.byteLength(body)));
      expect(seen.header('transfer-encoding')).toBeUndefined();
      expect(seen.header('content-type')).toBe('application/json; charset=UTF-8');
    }
  });

  it.each([
    ['cut', '{"a":'],
    ['not JSON at all', 'a=1'],
    ['with something behind it', '{}{}'],
    ['only white space', '  '],
  ])('must be JSON: %s', async (_name, body) => {
    const answer = await bench.send(unlisted, Buffer.from(body), json);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.badJson' } });
    await bench.expectNothingPassed();
  });

  it('must be UTF-8', async () => {
    const answer = await bench.send(unlisted, Buffer.from('"\xff"', 'latin1'), json);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.badJson' } });
    await bench.expectNothingPassed();
  });

  it('is held to the limit while it streams, when it has no length', async () => {
    const body = Buffer.alloc(MIB + 1, ' ');
    const answer = await bench.send(unlisted, body, json, { chunked: true });
    expect(answer).toMatchObject({ status: 413, body: { code: 'request.bodyTooLarge' } });
    expect(answer.body.message).toContain('1 MB');
    await bench.expectNothingPassed();
  });

  it.each([
    ['bytes', `"${'x'.repeat(limits.jsonBody)}"`, '128 KB'],
    ['values', `[${'1,'.repeat(limits.jsonValues)}1]`, '20000 values'],
    ['levels', `{"name":"\\"","a":${'['.repeat(limits.jsonDepth)}`, '64 levels'],
  ])('of a call of the contract has at most so many %s', async (_what, body, limit) => {
    for (const chunked of [false, true]) {
      const answer = await bench.send('/api/contactUs', Buffer.from(body), json, { chunked });
      expect(answer).toMatchObject({ status: 413, body: { code: 'request.bodyTooLarge' } });
      expect(answer.body.message).toContain(limit);
    }
    await bench.expectNothingPassed();
  });

  it('is not measured by what stands in its texts', async () => {
    const subject = '[{"\\,'.repeat(10_000);
    await bench.send('/api/contactUs', Buffer.from(JSON.stringify({ subject: `${subject}"` })), json);
    expect(bench.stub.requestsTo('/api/contactUs')).toHaveLength(1);
  });

  it('may be sent in chunks that hold nothing', async () => {
    await bench.send('/api/deleteBlog/77', Buffer.alloc(0), json, { chunked: true });
    expect(bench.stub.last()).toMatchObject({ bodyLength: 0 });
    expect(bench.stub.last().header('transfer-encoding')).toBeUndefined();
  });
});

describe('an announced length over the limit is 413 before a byte is read', () => {
  it.each([
    [unlisted, 'application/json', MIB + 1, 'request.bodyTooLarge', '1 MB'],
    ['/api/login', 'application/json', 128 * KIB + 1, 'request.bodyTooLarge', '128 KB'],
    ['/api/saveBlog', formType, 46 * MIB, 'upload.totalTooLarge', '45.1 MB'],
    ['/api/addProject', formType, 400 * MIB, 'upload.totalTooLarge', 'MB'],
    ['/api/addProjectCategory', formType, 9_007_199_254_740_991, 'upload.totalTooLarge', 'MB'],
  ])('%s', async (path, type, length, code, limit) => {
    const headers = {
      'Content-Type': type,
      'Content-Length': String(length),
      'X-CSRF': '1',
      Cookie: bench.cookie,
    };
    const answer = await sendRaw(bench.app.url, head(`POST ${path} HTTP/1.1`, headers));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 0,
      code,
      message: expect.stringContaining(limit),
    });
    await bench.expectNothingPassed();
  });

  it.each(['-1', '1e3', '0x10', '+5', '18446744073709551617', '5, 6'])(
    'Content-Length: %s is 400',
    async (length) => {
      const headers = {
        'Content-Type': formType,
        'Content-Length': length,
        'X-CSRF': '1',
        Cookie: bench.cookie,
      };
      const answer = await sendRaw(bench.app.url, head('POST /api/saveBlog HTTP/1.1', headers));
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      await bench.expectNothingPassed();
    },
  );

  it('and the connection of a client that sends on is closed', async () => {
    const connection = await openRaw(bench.app.url);
    const headers = {
      'Content-Type': formType,
      'Content-Length': String(10 ** 12),
      'X-CSRF': '1',
      Cookie: bench.cookie,
    };
    connection.send(head('POST /api/saveBlog HTTP/1.1', headers));
    const answer = await connection.answer();
    expect(answer.status).toBe(413);
    connection.send(Buffer.alloc(MIB)); // read and discarded for clients that read the answer late
    await connection.closed();
  });
});

describe('Expect', () => {
  const form = { 'Content-Type': formType, 'X-CSRF': '1' };

  it.each([
    ['without a session', { Expect: '100-continue', 'Content-Length': '100', ...form }, 401],
    [
      'with a length over the limit',
      { Expect: '100-continue', 'Content-Length': String(10 ** 12), ...form },
      413,
    ],
    [
      'of another kind of body',
      { Expect: '100-continue', 'Content-Length': '2', ...form, 'Content-Type': 'text/plain' },
      415,
    ],
    ['of something that nobody knows', { Expect: 'a-miracle', 'Content-Length': '2', ...form }, 417],
  ])('a client that waits is told at once when it would be refused: %s', async (name, headers, status) => {
    const cookie: Record<string, string> = name === 'without a session' ? {} : { Cookie: bench.cookie };
    const answer = await sendRaw(
      bench.app.url,
      head('POST /api/saveBlog HTTP/1.1', { ...headers, ...cookie }),
    );
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('100 Continue');
    await bench.expectNothingPassed();
  });

  it('a JSON body is welcomed, read and passed on without the header', async () => {
    const connection = await openRaw(bench.app.url);
    const headers = {
      ...form,
      'Content-Type': 'application/json',
      Expect: '100-Continue',
      'Content-Length': '2',
      Cookie: bench.cookie,
    };
    connection.send(head(`POST ${unlisted} HTTP/1.1`, { ...headers, Connection: 'close' }));
    await new Promise((resolve) => connection.socket.once('data', resolve));
    connection.send('{}');
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 404/);
    expect(bench.stub.last()).toMatchObject({ url: unlisted, bodyLength: 2 });
    expect(bench.stub.last().header('expect')).toBeUndefined();
  });
});
