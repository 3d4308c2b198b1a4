import { expect, it } from 'vitest';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { head, type RawAnswer, sendRaw } from './raw-http.ts';

const site = stubSite();

/** One request for each kind of answer that the server gives, with the status that proves its kind. */
const kinds = `
200 a page | GET / | Accept: text/html
200 a page by HEAD | HEAD / | Connection: close
304 a page that has not changed | GET / | If-None-Match: *
404 a page that is none | GET /nope | Accept: text/html
404 an asset that is none | GET /assets/none.js
200 health | GET /healthz
200 readiness | GET /readyz
200 a read | GET /api/activeBlogs
200 a session call | GET /api/session
404 a call that is none | GET /api/blogs/x
404 a medium that is none | GET /storage/none.png
204 OPTIONS | OPTIONS /api/activeBlogs
400 a malformed target | GET /%zz
400 no HTTP | nonsense
401 no session | GET /api/blogs
403 no proof of origin | POST /api/logout | Content-Length: 0
405 a wrong method | POST /api/activeBlogs | X-CSRF: 1 | Content-Length: 0
405 an unusual method | TRACE /
405 a tunnel | CONNECT evil.example:443
417 an expectation | GET / | Expect: x
400 an upgrade | GET / | Connection: Upgrade | Upgrade: websocket
431 headers too large | GET / | X-Y: ${'y'.repeat(20_000)}
400 bad JSON | POST /api/login | X-CSRF: 1 | Content-Type: application/json | Content-Length: 1`;
const rows = kinds
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));
const bytesOf = ([, request = '', ...lines]: string[]) =>
  `${[`${request} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n${request.endsWith('login') ? '{' : ''}`;

function expectSecured(answer: RawAnswer, publicUrl: string) {
  const { headers } = answer;
  for (const [name, value] of securityHeaders(new URL(publicUrl)))
    expect(headers[name.toLowerCase()], name).toBe(value);
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'origin-agent-cluster'])
    expect(headers).not.toHaveProperty(name);
  if (answer.body) expect(headers['content-type']).toMatch(/^(text\/html|application\/json); charset=utf-8$/);
}

it.each(rows)('%s: every security header once, and nothing of the machinery', async (...row) => {
  const answer = await sendRaw(site.app.url, bytesOf(row));
  expect(answer.status).toBe(Number(row[0]?.slice(0, 3)));
  expectSecured(answer, 'http://localhost');
});

it('each has HSTS besides on https', async () => {
  const secure = await startTestApp({ UPSTREAM_URL: site.stub.url, PUBLIC_URL: 'https://studio.example' });
  for (const row of rows) {
    const answer = await sendRaw(secure.url, bytesOf(row));
    expectSecured(answer, 'https://studio.example');
    expect(answer.headers['strict-transport-security'], row[0]).toBe('max-age=31536000');
  }
  await secure.close();
});

it('every answer has an id, the one that was given if it is safe, and the upstream sees it', async () => {
  const own = await sendRaw(site.app.url, head('GET /api/nope%zz HTTP/1.1'));
  expect(own.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  const id = 'lb-0123456789';
  const given = await sendRaw(site.app.url, head('GET /api/activeBlogs HTTP/1.1', { 'X-Request-Id': id }));
  expect(given.headers['x-request-id']).toBe(id);
  expect(site.stub.last().header('x-request-id')).toBe(id);
});
