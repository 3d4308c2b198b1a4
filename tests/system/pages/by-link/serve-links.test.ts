import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { html } from '#shared/markup.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { everyCall } from '../../../../server/bff/capabilities.ts';
import type { Upstream } from '../../../../server/bff/upstream/upstream.ts';
import { handleErrors } from '../../../../server/http/errors.ts';
import { createLog } from '../../../../server/http/log.ts';
import { assignRequestId, logRequests, requestLog } from '../../../../server/http/requests.ts';
import { setSecurityHeaders } from '../../../../server/http/security-headers.ts';
import { linkDocument, linkField, linkForm } from '../../../../server/pages/by-link/link-document.ts';
import { serveLinkPages } from '../../../../server/pages/by-link/serve-links.ts';
import { listening } from '../../../support/free-port.ts';

const publicUrl = new URL('https://studio.example');
const good = 'Zm9vYmFyYmF6cXV4MTIzNA';
const lines: string[] = [];
const acted: Record<string, string>[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  const app = express();
  app.disable('etag');
  app.use(assignRequestId(() => false));
  app.use(logRequests(requestLog(createLog('debug', stream), { files: new Map() })));
  app.use(setSecurityHeaders(publicUrl));
  app.use(
    serveLinkPages({
      upstream: {} as Upstream,
      capabilities: everyCall,
      publicUrl,
      site: () => sampleSite,
      forgot: { show: async () => undefined },
      pages: {
        preview: {
          show: async ({ secret }) =>
            secret === good
              ? { status: 200, document: linkDocument({ title: 'A draft', body: html`` }) }
              : undefined,
        },
        invite: {
          show: async ({ secret }) => {
            if (secret !== good) return undefined;
            const fields = linkField({
              name: 'name',
              label: 'Name',
              autocomplete: 'name',
              value: '"><b>',
              error: 'No.',
            });
            return {
              status: 200,
              document: linkDocument({ title: 'In', body: linkForm({ fields, submit: 'Go' }) }),
            };
          },
          act: async ({ secret }, fields) => {
            if (secret !== good) return undefined;
            acted.push(Object.fromEntries(fields));
            return { status: 200, document: 'done' };
          },
        },
      },
    }),
  );
  app.use(handleErrors(createLog('silent')));
  server = createServer(app);
  url = await listening(server);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  lines.length = 0;
  acted.length = 0;
});

function post(path: string, headers: Record<string, string> = {}, body = 'name=Ayesha') {
  return fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
}

/** Checks the headers of every answer to a link, valid or not. */
function expectKept(answer: Response) {
  expect(answer.headers.get('cache-control')).toMatch(/no-store/);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(answer.headers.get('etag')).toBeNull();
}

it('a page by link is nobody else’s to keep, find or be told of', async () => {
  const answer = await fetch(`${url}/preview/${good}`);
  expect(answer.status).toBe(200);
  expectKept(answer);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.text()).toContain('<meta name="robots" content="noindex, nofollow">');
});

it.each([`/preview/${good.replace('Z', 'Y')}`, `/preview/${good}/x`, `/reset/${good}`])(
  '%s is the same calm page as every link that does not work',
  async (path) => {
    const [answer, other] = [await fetch(url + path), await fetch(`${url}/invite/${'x'.repeat(22)}`)];
    expect(answer.status).toBe(404);
    expectKept(answer);
    expect(await answer.text()).toBe(await other.text());
  },
);

it('no log line has the secret, also of what is refused', async () => {
  await fetch(`${url}/preview/${good}?x=${good}`);
  await fetch(`${url}/Preview/${good}`);
  await post(`/preview/${good}`);
  await fetch(`${url}/preview/${good}`, { method: 'DELETE' });
  await expect.poll(() => lines.length).toBe(4);
  expect(lines.join('')).not.toContain(good);
  expect(lines[0]).toContain('"path":"/preview/-"');
});

it.each([
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
  [{ 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://other.studio.example' }, 403],
  [{ origin: 'https://studio.example' }, 200],
  [{ origin: 'https://evil.example' }, 403],
  // A browser without Sec-Fetch-Site, on a page with no-referrer.
  [{ origin: 'null' }, 200],
  [{ 'content-type': 'multipart/form-data; boundary=x' }, 415],
])('a post with %o is answered with %i', async (headers, status) => {
  const answer = await post(`/invite/${good}`, headers as Record<string, string>);
  expect(answer.status).toBe(status);
  expectKept(answer);
  expect(acted).toHaveLength(status === 200 ? 1 : 0);
});
