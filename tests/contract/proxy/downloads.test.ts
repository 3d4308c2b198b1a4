import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { pdf } from '../../support/files.ts';
import { type Agent, signIn } from '../../support/sign-in.ts';
import { stubSite } from '../../support/stub-site.ts';

const cv = callPath(contract.downloadCv, { id: 1 });

const site = stubSite({ UPSTREAM_TIMEOUT_MS: '5000' });
let admin: Agent;
beforeEach(async () => {
  admin = (await signIn(site.app, site.stub.admin)).agent;
});

/** Sets the host's answer to the next download. */
function host(headers: Record<string, string | string[]>, body: string | Buffer = pdf(), status = 200) {
  site.stub.misbehave({ kind: 'answer', status, headers, body }, { path: cv });
}

describe('a file that strangers sent', () => {
  it.each([
    ['application/pdf', 'application/pdf'],
    ['application/msword', 'application/msword'],
    ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
    ['image/svg+xml', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['application/x-shellscript', 'application/octet-stream'],
    ['text/xml', 'application/octet-stream'],
    ['multipart/x-mixed-replace; boundary=x', 'application/octet-stream'],
  ])('of the type %s is saved as %s, and can do nothing', async (type, given) => {
    host({
      'content-type': type,
      'content-disposition': 'inline; filename="cv.pdf"',
      'content-security-policy': "script-src 'unsafe-inline'",
      'cache-control': 'public, max-age=31536000',
      etag: '"1"',
      'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT',
      'accept-ranges': 'bytes',
      'set-cookie': 'host=1',
      'x-powered-by': 'PHP',
      refresh: '0; url=https://evil.example',
    });
    const answer = await admin.get(cv).buffer(true).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': given,
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    for (const name of ['etag', 'last-modified', 'accept-ranges', 'set-cookie', 'x-powered-by', 'refresh']) {
      expect(answer.headers).not.toHaveProperty(name);
    }
  });

  it('keeps the name that the host gives it, in any script', async () => {
    const disposition = 'attachment; filename="cv.pdf"; filename*=UTF-8\'\'%D8%B3.pdf';
    host({ 'content-type': 'application/pdf', 'content-disposition': disposition });
    expect((await admin.get(cv)).headers['content-disposition']).toBe(disposition);
  });

  it('is asked for whole, whatever the browser asks', async () => {
    host({ 'content-type': 'application/pdf' });
    await admin
      .get(cv)
      .set({
        Range: 'bytes=0-1',
        'If-None-Match': '"1"',
        'If-Modified-Since': 'Sat, 21 Nov 2026 10:00:00 GMT',
      })
      .expect(200);
    for (const name of ['range', 'if-none-match', 'if-modified-since']) {
      expect(site.stub.last().header(name)).toBeUndefined();
    }
  });
});

it.each([
  ['JSON', { 'content-type': 'application/json' }, '{"status":1}', 200],
  ['a page', { 'content-type': 'text/html' }, '<script>alert(1)</script>', 200],
  ['a page of XML', { 'content-type': 'application/xhtml+xml' }, '<html/>', 200],
  [
    'a part that nobody asked for',
    { 'content-type': 'application/pdf', 'content-range': 'bytes 0-3/9' },
    '%PDF',
    206,
  ],
  ['nothing at all', { 'content-type': 'application/pdf' }, '', 204],
  ['not modified', {}, '', 304],
])('what is no file is refused: %s', async (_story, headers, body, status) => {
  host(headers as Record<string, string>, body, status);
  const answer = await admin.get(cv).expect(502);
  expect(answer.body).toMatchObject({ status: 0, code: 'upstream.badAnswer' });
  expect(answer.headers).not.toHaveProperty('content-disposition');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(answer.text).not.toContain('alert');
});
