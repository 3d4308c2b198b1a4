import { describe, expect, it } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';
import { head, sendRaw } from './raw-http.ts';

const site = stubSite();

/** Each row: the story of the attack, the raw request target, the status that it must end with. */
const attacks: [story: string, target: string, status: number][] = [
  ['A router that ignores case finds the API where our rules saw a page', '/API/blogs', 404],
  ['The same with one capital letter', '/Api/blogs', 404],
  ['The same on the bare prefix', '/aPI', 404],
  ['A Turkish dotless i is an I once it is made upper case', '/ap%C4%B1/blogs', 404],
  ['An empty first segment is dropped by a host that merges slashes', '//api/blogs', 400],
  ['Two slashes open a host name to a URL parser', '//evil.example/api/blogs', 400],
  ['An empty segment inside lets a host see another call than we matched', '/api//blogs', 400],
  ['A single dot vanishes in a normalising proxy', '/./api/blogs', 400],
  ['Two dots climb out of a public prefix', '/x/../api/blogs', 400],
  ['Two dots climb out of the API into the host', '/api/../admin', 400],
  ['Two dots at the end climb as well', '/api/blogs/..', 400],
  ['Encoded dots are dots to every URL parser', '/api/%2e%2e/admin', 400],
  ['Half encoded dots too', '/api/.%2E/admin', 400],
  ['A media prefix is public, what is above it is not', '/storage/%2e%2e/api/blogs', 400],
  ['Java hosts cut parameters off a segment, and what is left climbs', '/api/..;/manager', 400],
  ['The same, with the semicolon encoded', '/api/..%3b/manager', 400],
  ['Parameters on the prefix itself hide it from an exact match', '/api;x=1/blogs', 404],
  ['An encoded slash splits the path only after our match', '/x%2f..%2fapi/blogs', 400],
  ['An encoded slash hides a segment from the contract', '/api%2fblogs', 400],
  ['An encoded backslash is a slash on Windows', '/x/..%5capi/blogs', 400],
  ['A raw backslash is a slash to a browser-like parser', '/\\evil.example/api', 400],
  ['A raw backslash inside the API', '/api\\blogs', 400],
  ['A NUL ends the string in a host written in C', '/api/blogs%00.png', 400],
  ['A line end, decoded into a header or a log line, splits it', '/api/blogs%0d%0aX-Evil:%201', 400],
  ['Encoded twice: a host that decodes twice climbs', '/api/%252e%252e/admin', 400],
  ['Encoded twice: a host that decodes twice splits', '/api/blogs%252fsecret', 400],
  ['Absolute form routes by its own path and can name another host', 'http://evil.example/api/blogs', 400],
  ['Absolute form with our own host is still a proxy request', 'http://localhost/api/blogs', 400],
  ['Absolute form with credentials', 'http://user:pw@localhost/api/blogs', 400],
  ['A percent sign without digits is read in as many ways as there are parsers', '/api/%zz', 400],
  ['A lone percent sign at the end', '/api/blogs%', 400],
  ['An overlong slash passes a filter and is decoded by a lax host', '/api%c0%afblogs', 400],
  ['Bytes that are no UTF-8 decode to different letters on each host', '/api/%ff%fe', 400],
  ['A fragment never belongs in a target: one parser cuts there, the next does not', '/x#/api/blogs', 400],
  ['A fragment after the API path', '/api/blogs#x', 400],
  ['A fragment inside the query', '/api/blogs?page=1#x', 400],
  ['An encoded letter in the prefix is the prefix to a host that decodes first', '/%61pi/blogs', 404],
  ['A fully encoded prefix', '/%61%70%69/blogs', 404],
  ['Full-width letters become plain ones in a host that normalises', '/%EF%BD%81pi/blogs', 404],
  ['An invisible space in the prefix is trimmed away', '/api%E2%80%8B/blogs', 404],
  ['A trailing dot or space is dropped by Windows', '/api./blogs', 404],
  ['A trailing encoded space', '/api%20/blogs', 404],
  ['Malformed encodings are refused on pages too', '/portfolio/%E0%A4%A', 400],
  ['Not under the API at all, only alike', '/apifoo', 404],
  ['The bare prefix is no call', '/api', 404],
  ['Nor is the prefix with a slash', '/api/', 404],
  ['A call with a trailing slash is answered by a lenient host without our rules', '/api/blogs/', 404],
  ['A call in other case, the same', '/api/Blogs', 404],
  ['An encoded letter in the name of a call, the same', '/api/%62logs', 404],
  ['An id with a sign before it reaches a host that casts it', '/api/singlePost/-1', 404],
  ['An id of more than any id has', `/api/singlePost/${'1'.repeat(65)}`, 404],
];

describe('targets that some other parser could read as under /api', () => {
  it.each(attacks)('%s: %s', async (_story, target, status) => {
    const answer = await sendRaw(site.app.url, head(`GET ${target} HTTP/1.1`));

    expect(answer.status).toBe(status);
    expect(answer.headers['content-security-policy']).toBeDefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: expect.stringMatching(/^request\./) });
    expect(site.stub.requests).toEqual([]);
  });

  it.each(attacks)('nor with a session and a POST. %s: %s', async (_story, target, status) => {
    const json = {
      'X-CSRF': '1',
      Cookie: site.cookie,
      'Content-Type': 'application/json',
      'Content-Length': '2',
    };
    const answer = await sendRaw(site.app.url, `${head(`POST ${target} HTTP/1.1`, json)}{}`);

    expect(answer.status).toBe(status);
    expect(site.stub.requests).toEqual([]);
  });

  /** Bytes that a string in the table could not show. */
  it.each([
    ['A raw NUL', Buffer.from('/api/blogs\u0000', 'latin1')],
    ['A raw tab: some parsers split the request line there', Buffer.from('/api/blogs\tx', 'latin1')],
    ['A raw form feed', Buffer.from('/api/blogs\fx', 'latin1')],
    ['A raw DEL', Buffer.from('/api/blogs\u007f', 'latin1')],
    ['A raw carriage return', Buffer.from('/api/blogs\rx', 'latin1')],
    [
      'Raw UTF-8: Node hands it on as Latin-1, and it is encoded anew',
      Buffer.from('/api/bl\u00f6gs', 'utf8'),
    ],
    ['A raw Latin-1 byte', Buffer.from('/api/bl\u00f6gs', 'latin1')],
    ['A raw Latin-1 byte in the query', Buffer.from('/api/blogs?q=\u00f6', 'latin1')],
    ['A raw tab in the query', Buffer.from('/api/blogs?q=\tx', 'latin1')],
  ])('%s: 400', async (_story, target) => {
    const bytes = Buffer.concat([
      Buffer.from('GET '),
      target,
      Buffer.from(head(' HTTP/1.1', { Connection: 'close' })),
    ]);
    const answer = await sendRaw(site.app.url, bytes);

    expect(answer.status).toBe(400);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(site.stub.requests).toEqual([]);
  });

  it('asterisk form belongs to a server-wide OPTIONS, which this server has no use for', async () => {
    expect((await sendRaw(site.app.url, head('OPTIONS * HTTP/1.1'))).status).toBe(400);
  });

  it('a plain call does reach the upstream, query and all', async () => {
    const answer = await sendRaw(site.app.url, head('GET /api/getProjectCategory?page=1 HTTP/1.1'));

    expect(answer.status).toBe(200);
    expect(site.stub.last().url).toBe('/api/getProjectCategory?page=1');
  });

  it('and so does an unlisted one with a session', async () => {
    const json = {
      'X-CSRF': '1',
      Cookie: site.cookie,
      'Content-Type': 'application/json',
      'Content-Length': '2',
    };
    await sendRaw(site.app.url, `${head('POST /api/somethingElse/x%20y HTTP/1.1', json)}{}`);

    expect(site.stub.last()).toMatchObject({ method: 'POST', url: '/api/somethingElse/x%20y' });
  });
});
