import { describe, expect, it } from 'vitest';
import { limits, MIB } from '#shared/limits.ts';
import { sha256 } from '../../support/files.ts';
import { head, openRaw, sendRaw } from '../edge/raw-http.ts';
import { formType, gateBench } from './gate-bench.ts';

const bench = gateBench();
const { site } = bench;
const json = { 'content-type': 'application/json' };
const chunked = { 'transfer-encoding': 'chunked' };
/** A path outside the contract: forwarded, JSON only (shared/contract/README.md). */
const unlisted = '/api/somethingElse';
const lines = (text: string) => text.trim().split('\n');
/** Sends only the head of a request of an admin; header lines are written as they stand. */
const sendHead = (path: string, headers: Record<string, string>, withSession = true) =>
  sendRaw(
    site.app.url,
    head(`POST ${path} HTTP/1.1`, { 'X-CSRF': '1', ...(withSession && { Cookie: site.cookie }), ...headers }),
  );

describe('the kind of a body', () => {
  it.each(
    lines(`
upload.multipartRequired | /api/saveBlog | application/json
upload.multipartRequired | /api/saveBlog | application/x-www-form-urlencoded
upload.multipartRequired | /api/saveBlog | multipart/mixed; boundary=x
upload.multipartRequired | /api/saveBlog
upload.multipartRequired | /api/saveBlog | ${formType} | deflate
upload.multipartRefused | /api/deleteBlog/1 | ${formType}
upload.multipartRefused | /api/deleteBlog/1 | Multipart/Form-Data; boundary=x
upload.multipartRefused | /api/login | ${formType}
upload.multipartRefused | ${unlisted} | ${formType}
request.typeRefused | ${unlisted} | application/x-www-form-urlencoded
request.typeRefused | ${unlisted} | text/plain
request.typeRefused | ${unlisted} | application/json; charset=utf-16
request.typeRefused | ${unlisted} | application/jsonx
request.typeRefused | ${unlisted}
request.typeRefused | ${unlisted} | application/json | gzip`),
  )('%s: 415', async (line) => {
    const [code, path = '', type, encoding] = line.split(' | ');
    const headers = {
      ...(type && { 'content-type': type }),
      ...(encoding && { 'content-encoding': encoding }),
    };
    const answer = await bench.send(path, Buffer.from('{}'), headers);
    expect(answer).toMatchObject({ status: 415, body: { status: 0, code } });
    await bench.expectNothingPassed();
  });

  it('no body at all is fine where none is needed, also in chunks', async () => {
    for (const headers of [{}, json, { ...json, ...chunked }]) {
      // Answered by the API host: there is no such post.
      expect((await bench.send('/api/deleteBlog/77', Buffer.alloc(0), headers)).status).toBe(404);
      expect(site.stub.last()).toMatchObject({ url: '/api/deleteBlog/77', body: Buffer.alloc(0) });
      expect(site.stub.last().header('transfer-encoding')).toBeUndefined();
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
    const type = 'application/json; charset=UTF-8';
    for (const headers of [{}, chunked]) {
      await bench.send(unlisted, Buffer.from(body), { 'content-type': type, ...headers });
      const seen = site.stub.last();
      expect(sha256(seen.body)).toBe(sha256(body));
      const names = ['content-length', 'transfer-encoding', 'content-type'];
      const expected = [String(Buffer.byteLength(body)), undefined, type];
      expect(names.map((name) => seen.header(name))).toEqual(expected);
    }
  });

  it.each(['{"a":', 'a=1', '{}{}', '  ', '"\xff"'])('must be JSON in UTF-8: %j is not', async (body) => {
    const answer = await bench.send(unlisted, Buffer.from(body, 'latin1'), json);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.badJson' } });
    await bench.expectNothingPassed();
  });

  it.each([
    ['bytes', `"${'x'.repeat(limits.jsonBody)}"`, '128 KB'],
    ['values', `[${'1,'.repeat(limits.jsonValues)}1]`, '20000 values'],
    ['levels', `{"name":"\\"","a":${'['.repeat(limits.jsonDepth)}`, '64 levels'],
  ])('of a call of the contract has at most so many %s', async (_what, body, limit) => {
    for (const headers of [json, { ...json, ...chunked }]) {
      const answer = await bench.send('/api/contactUs', Buffer.from(body), headers);
      expect(answer).toMatchObject({ status: 413, body: { code: 'request.bodyTooLarge' } });
      expect(answer.body.message).toContain(limit);
    }
    await bench.expectNothingPassed();
  });

  it('of an unlisted call is held to the limit while it streams; no body is measured by what stands in its texts', async () => {
    const answer = await bench.send(unlisted, Buffer.alloc(MIB + 1, ' '), { ...json, ...chunked });
    expect(answer).toMatchObject({ status: 413, body: { code: 'request.bodyTooLarge' } });
    expect(answer.body.message).toContain('1 MB');
    await bench.expectNothingPassed();
    const subject = '[{"\\,'.repeat(10_000);
    await bench.send('/api/contactUs', Buffer.from(JSON.stringify({ subject: `${subject}"` })), json);
    expect(site.stub.requestsTo('/api/contactUs')).toHaveLength(1);
  });
});

describe('an announced length', () => {
  it.each(
    lines(`
request.bodyTooLarge | ${unlisted} | 1048577 | 1 MB
request.bodyTooLarge | /api/login | 131073 | 128 KB
upload.totalTooLarge | /api/saveBlog | 48234496 | 45.1 MB
upload.totalTooLarge | /api/addProject | 419430400 | MB
upload.totalTooLarge | /api/addProjectCategory | 9007199254740991 | MB`),
  )('over the limit is 413 before a byte is read: %s', async (line) => {
    const [code, path = '', length = '', limit] = line.split(' | ');
    const type = code?.startsWith('upload') ? formType : 'application/json';
    const answer = await sendHead(path, { 'Content-Type': type, 'Content-Length': length });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ code, message: expect.stringContaining(limit ?? '') });
    await bench.expectNothingPassed();
  });

  it.each(['-1', '1e3', '0x10', '+5', '18446744073709551617', '5, 6'])(
    'of %s is a bad request',
    async (length) => {
      const answer = await sendHead('/api/saveBlog', { 'Content-Type': formType, 'Content-Length': length });
      expect(String(answer.status)).toMatch(/^4/);
      await bench.expectNothingPassed();
    },
  );

  it('over the limit closes the connection of a client that sends on', async () => {
    const connection = await openRaw(site.app.url);
    const form = { 'Content-Type': formType, 'Content-Length': String(10 ** 12) };
    connection.send(head('POST /api/saveBlog HTTP/1.1', { ...form, 'X-CSRF': '1', Cookie: site.cookie }));
    expect((await connection.answer()).status).toBe(413);
    connection.send(Buffer.alloc(MIB)); // read and discarded for clients that read the answer late
    await connection.closed();
  });
});

describe('Expect', () => {
  it.each<[number, Record<string, string>]>([
    [401, {}],
    [413, { 'Content-Length': String(10 ** 12) }],
    [415, { 'Content-Type': 'text/plain' }],
    [417, { Expect: 'a-miracle' }],
  ])('a client that waits is told at once when it would be refused: %i %j', async (status, headers) => {
    const form = { Expect: '100-continue', 'Content-Type': formType, 'Content-Length': '100' };
    const answer = await sendHead('/api/saveBlog', { ...form, ...headers }, status !== 401);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('100 Continue');
    await bench.expectNothingPassed();
  });

  it('a JSON body is welcomed, read and passed on without the header', async () => {
    const headers = { ...json, Expect: '100-Continue', 'content-length': 2 };
    const { req, answer } = bench.begin(unlisted, headers);
    req.flushHeaders();
    await new Promise((resolve) => req.once('continue', resolve));
    req.end('{}');
    expect((await answer).status).toBe(404);
    expect(site.stub.last()).toMatchObject({ url: unlisted, body: { length: 2 } });
    expect(site.stub.last().header('expect')).toBeUndefined();
  });
});
