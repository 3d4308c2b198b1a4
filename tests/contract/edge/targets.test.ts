import { expect, it } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';
import { head, sendRaw } from './raw-http.ts';

const site = stubSite();

/** Targets that some other parser could read as under /api: the status, the raw target, the story of the attack. */
const attacks = String.raw`
404 /API/blogs A router that ignores case finds the API where our rules saw a page
404 /Api/blogs The same with one capital letter
404 /aPI The same on the bare prefix
404 /ap%C4%B1/blogs A Turkish dotless i is an I once it is made upper case
400 //api/blogs An empty first segment is dropped by a host that merges slashes
400 //evil.example/api/blogs Two slashes open a host name to a URL parser
400 /api//blogs An empty segment inside lets a host see another call than we matched
400 /./api/blogs A single dot vanishes in a normalising proxy
400 /x/../api/blogs Two dots climb out of a public prefix
400 /api/../admin Two dots climb out of the API into the host
400 /api/blogs/.. Two dots at the end climb as well
400 /api/%2e%2e/admin Encoded dots are dots to every URL parser
400 /api/.%2E/admin Half encoded dots too
400 /storage/%2e%2e/api/blogs A media prefix is public, what is above it is not
400 /api/..;/manager Java hosts cut parameters off a segment, and what is left climbs
400 /api/..%3b/manager The same, with the semicolon encoded
404 /api;x=1/blogs Parameters on the prefix itself hide it from an exact match
400 /x%2f..%2fapi/blogs An encoded slash splits the path only after our match
400 /api%2fblogs An encoded slash hides a segment from the contract
400 /x/..%5capi/blogs An encoded backslash is a slash on Windows
400 /\evil.example/api A raw backslash is a slash to a browser-like parser
400 /api\blogs A raw backslash inside the API
400 /api/blogs%00.png A NUL ends the string in a host written in C
400 /api/blogs%0d%0aX-Evil:%201 A line end, decoded into a header or a log line, splits it
400 /api/%252e%252e/admin Encoded twice: a host that decodes twice climbs
400 /api/blogs%252fsecret Encoded twice: a host that decodes twice splits
400 http://evil.example/api/blogs Absolute form routes by its own path and can name another host
400 http://localhost/api/blogs Absolute form with our own host is still a proxy request
400 http://user:pw@localhost/api/blogs Absolute form with credentials
400 /api/%zz A percent sign without digits is read in as many ways as there are parsers
400 /api/blogs% A lone percent sign at the end
400 /api%c0%afblogs An overlong slash passes a filter and is decoded by a lax host
400 /api/%ff%fe Bytes that are no UTF-8 decode to different letters on each host
400 /x#/api/blogs A fragment never belongs in a target: one parser cuts there, the next does not
400 /api/blogs#x A fragment after the API path
400 /api/blogs?page=1#x A fragment inside the query
404 /%61pi/blogs An encoded letter in the prefix is the prefix to a host that decodes first
404 /%61%70%69/blogs A fully encoded prefix
404 /%EF%BD%81pi/blogs Full-width letters become plain ones in a host that normalises
404 /api%E2%80%8B/blogs An invisible space in the prefix is trimmed away
404 /api./blogs A trailing dot or space is dropped by Windows
404 /api%20/blogs A trailing encoded space
400 /portfolio/%E0%A4%A Malformed encodings are refused on pages too
404 /apifoo Not under the API at all, only alike
404 /api The bare prefix is no call
404 /api/ Nor is the prefix with a slash
404 /api/blogs/ A call with a trailing slash is answered by a lenient host without our rules
404 /api/Blogs A call in other case, the same
404 /api/%62logs An encoded letter in the name of a call, the same
404 /api/singlePost/-1 An id with a sign before it reaches a host that casts it
404 /api/singlePost/${'1'.repeat(65)} An id of more than any id has
`;

const post = (target: string) => {
  const headers = {
    'X-CSRF': '1',
    Cookie: site.cookie,
    'Content-Type': 'application/json',
    'Content-Length': '2',
  };
  return sendRaw(site.app.url, `${head(`POST ${target} HTTP/1.1`, headers)}{}`);
};

it.each(attacks.trim().split('\n'))('%s', async (line) => {
  const [status = '', target = ''] = line.split(' ');
  const answer = await sendRaw(site.app.url, head(`GET ${target} HTTP/1.1`));
  expect(answer.status).toBe(Number(status));
  expect(answer.headers['content-security-policy']).toBeDefined();
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: expect.stringMatching(/^request\./) });
  expect((await post(target)).status, 'with a session and a POST').toBe(Number(status));
  expect(site.stub.requests).toEqual([]);
});

// A raw NUL, tab, form feed, DEL and carriage return; UTF-8 and Latin-1 that are not encoded, also in a query.
it.each(['\0', '\tx', '\f', '\x7f', '\rx', '\xc3\xb6', '\xf6', '?q=\xf6', '?q=\tx'])(
  'raw bytes in a target, %j: 400',
  async (bytes) => {
    const request = head(`GET /api/blogs${bytes} HTTP/1.1`, { Connection: 'close' });
    const answer = await sendRaw(site.app.url, Buffer.from(request, 'latin1'));
    expect(answer.status).toBe(400);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(site.stub.requests).toEqual([]);
  },
);

it('asterisk form belongs to a server-wide OPTIONS, which this server has no use for', async () => {
  expect((await sendRaw(site.app.url, head('OPTIONS * HTTP/1.1'))).status).toBe(400);
});

it('a plain call does reach the upstream, query and all, and so does an unlisted one with a session', async () => {
  const answer = await sendRaw(site.app.url, head('GET /api/getProjectCategory?page=1 HTTP/1.1'));
  expect(answer.status).toBe(200);
  expect(site.stub.last().url).toBe('/api/getProjectCategory?page=1');
  await post('/api/somethingElse/x%20y');
  expect(site.stub.last()).toMatchObject({ method: 'POST', url: '/api/somethingElse/x%20y' });
});
