import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { head, sendRaw } from './raw-http.ts';

let upstream: StubUpstream;
let app: TestApp;
let html: string;

beforeAll(async () => {
  upstream = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: upstream.url });
  html = await (await fetch(app.url)).text();
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

it('what the build wrote holds nothing that the CSP forbids: every script and style is a file of ours', () => {
  expect(html).toMatch(/<script[^>]*\ssrc="\/assets\//);
  // Blocks of JSON are data: nothing in them runs.
  expect(html).not.toMatch(/<script(?! type="application\/(?:ld\+)?json")(?![^>]*\ssrc="\/)/);
  expect(html).not.toMatch(/<style|\son\w+=|javascript:/i);
  for (const [tag, address] of html.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="([^"]+)"/g)) {
    // The canonical address is whole, and nothing is loaded from it.
    if (!tag.includes('rel="canonical"')) expect(address).toMatch(/^\/(?!\/)/);
  }
});

it('every asset that the page names is served for ever, and compressed at build time', async () => {
  const assets = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map((found) => found[1] as string);
  expect(assets.length).toBeGreaterThan(0);
  for (const asset of assets) {
    const answer = await sendRaw(app.url, head(`GET ${asset} HTTP/1.1`, { 'Accept-Encoding': 'gzip, br' }));
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBe('br');
    const packed = Buffer.from(answer.body, 'latin1');
    const plain = await (await fetch(app.url + asset, { headers: { 'Accept-Encoding': 'identity' } })).text();
    expect(brotliDecompressSync(packed).toString()).toBe(plain);
    expect(packed.length).toBeLessThan(plain.length);
  }
});

it("the build's own notes are not served", async () => {
  expect((await fetch(`${app.url}/.vite/manifest.json`)).status).toBe(404);
});
