import { describe, expect, test } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';

const site = stubSite({ UPSTREAM_MEDIA_PATHS: '/storage,/files/public' });

/** Answers the next request with a file. */
function store(type: string | undefined, headers: Record<string, string> = {}, status = 200, body = 'bytes') {
  site.stub.misbehave(
    { kind: 'answer', status, headers: { ...(type && { 'content-type': type }), ...headers }, body },
    { times: 1 },
  );
}

test('a file comes with its type, its bytes and an hour of cache', async () => {
  store('image/png', {
    'content-length': '5',
    etag: '"1"',
    'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
  });
  const answer = await fetch(`${site.app.url}/storage/a/b.png?v=2`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('bytes');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '5',
    'cache-control': 'public, max-age=3600',
    etag: '"1"',
    'x-content-type-options': 'nosniff',
  });
  expect(site.stub.last().url).toBe('/storage/a/b.png?v=2');
});

describe('what could run under our origin is handed over as a file', () => {
  test.each([
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'image/svg+xml',
    'image/SVG+XML',
    'application/xhtml+xml',
    'text/xml',
    'application/xml',
    'text/javascript',
    'application/javascript',
    'text/css',
    'application/wasm',
    'application/pdf',
    'multipart/x-mixed-replace; boundary=x',
    'image/png, text/html',
    undefined,
  ])('%s', async (type) => {
    store(type, { 'content-disposition': 'inline' });
    const answer = await fetch(`${site.app.url}/storage/x`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test.each(['image/png', 'image/avif', 'video/mp4', 'audio/mpeg', 'font/woff2', 'Image/JPEG'])(
    '%s is shown',
    async (type) => {
      store(type);
      const answer = await fetch(`${site.app.url}/storage/x`);
      expect(answer.headers.get('content-type')?.toLowerCase()).toBe(type.toLowerCase());
      expect(answer.headers.get('content-disposition')).toBeNull();
    },
  );
});

describe('ranges and conditions', () => {
  test('a part is passed on as a part', async () => {
    store(
      'video/mp4',
      {
        'content-range': 'bytes 0-4/100',
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=60',
        'content-length': '5',
      },
      206,
    );
    const answer = await fetch(`${site.app.url}/storage/v.mp4`, { headers: { Range: 'bytes=0-4' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe('bytes 0-4/100');
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(site.stub.last().header('range')).toBe('bytes=0-4');
    await fetch(`${site.app.url}/storage/v.mp4`, { headers: { Range: 'bytes=0-1,3-4' } });
    expect(site.stub.last().header('range')).toBeUndefined();
  });

  test('a part beyond the end is 416 with the length', async () => {
    store('text/html', { 'content-range': 'bytes */100' }, 416, '<h1>no</h1>');
    const answer = await fetch(`${site.app.url}/storage/v.mp4`, { headers: { Range: 'bytes=900-' } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */100');
    expect(await answer.text()).toBe('');
  });

  test.each([
    ['"1"', '"1"', 206, 1],
    ['"old"', '"1"', 200, 2],
    ['W/"1"', 'W/"1"', 200, 2],
    ['Thu, 01 Jan 2026 00:00:00 GMT', '"1"', 206, 1],
    ['Fri, 02 Jan 2026 00:00:00 GMT', '"1"', 200, 2],
  ])('If-Range %s against %s is %i', async (condition, etag, status, asked) => {
    const validators = { etag, 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
    store('video/mp4', { 'content-range': 'bytes 0-4/100', ...validators }, 206);
    store('video/mp4', validators, 200);
    const answer = await fetch(`${site.app.url}/storage/v.mp4`, {
      headers: { Range: 'bytes=0-4', 'If-Range': condition },
    });
    expect(answer.status).toBe(status);
    await answer.arrayBuffer();
    expect(site.stub.requests).toHaveLength(asked);
    if (asked === 2) expect(site.stub.last().header('range')).toBeUndefined();
  });
});

test('what is not there is 404 in our words, and is not cached', async () => {
  store('text/html', { 'cache-control': 'public, max-age=600' }, 404, '<h1>nginx</h1>');
  const answer = await fetch(`${site.app.url}/storage/none.png`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({ status: 0, code: 'request.notFound' });
});
