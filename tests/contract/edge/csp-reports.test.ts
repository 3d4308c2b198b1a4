import { expect, it } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';

const site = stubSite({ PUBLIC_URL: 'http://studio.localhost' });

const violation = {
  'document-uri': 'http://studio.localhost/view-blog/7?name=ayesha',
  'effective-directive': 'script-src-elem',
  'blocked-uri': 'https://evil.example/steal?name=ayesha',
};
const report = JSON.stringify({ 'csp-report': violation });

/** Sends a report as a browser does; `headers` override the defaults. */
function send(body: string | Uint8Array<ArrayBuffer> = report, headers: Record<string, string> = {}) {
  return fetch(`${site.app.url}/csp-report`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/csp-report', ...headers },
  });
}

it('a report is taken without a header or session of ours, and its kind is logged once without paths or queries', async () => {
  for (const cookie of ['', '__Host-studio_session=forged']) {
    const answer = await send(report, { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  const logged = site.app.logLines.filter(({ msg }) => String(msg).includes('content security policy'));
  expect(logged).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.example', route: '/view-blog/:id' },
  ]);
  expect(JSON.stringify(site.app.logLines)).not.toContain('ayesha');
  expect(site.stub.requests).toEqual([]);
});

it.each<[string, number, string | Uint8Array<ArrayBuffer>, Record<string, string>?]>([
  ['another type', 415, report, { 'Content-Type': 'application/json' }],
  ['a form', 415, report, { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['a compressed body', 415, report, { 'Content-Encoding': 'gzip' }],
  ['more than 16 KiB', 413, `"${'x'.repeat(16 * 1024)}"`],
  ['what is no JSON', 400, '{'],
  ['what is no UTF-8', 400, Uint8Array.from([0x22, 0xff, 0x22])],
])('%s is refused with %i', async (_name, status, body, headers) => {
  expect((await send(body, headers)).status).toBe(status);
});

it('a hundred kinds are logged, whoever makes up more', async () => {
  for (let index = 0; index < 110; index += 1)
    await send(JSON.stringify({ 'csp-report': { ...violation, 'blocked-uri': `https://${index}.example` } }));
  const logged = site.app.logLines.filter(({ msg }) => String(msg).includes('content security policy'));
  expect(logged).toHaveLength(100);
});

it('no file of the project is served', async () => {
  const files =
    '/.git/HEAD /.git/config /.env /package.json /server/main.ts /dist/client/index.html /data/session-secret /site.json /.vite/manifest.json';
  for (const path of files.split(' '))
    expect([path, (await fetch(site.app.url + path)).status]).toEqual([path, 404]);
});
