import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';
import { head, sendRaw } from './raw-http.ts';

const site = stubSite();
const pageOf = async () => (await fetch(site.app.url)).text();

it('what the build wrote holds nothing that the CSP forbids: every script and style is a file of ours', async () => {
  const html = await pageOf();
  expect(html).toMatch(/<script[^>]*\ssrc="\/assets\//);
  // JSON blocks are data; no script runs in them.
  expect(html).not.toMatch(/<script(?! type="application\/(?:ld\+)?json")(?![^>]*\ssrc="\/)/);
  expect(html).not.toMatch(/<style|\son\w+=|javascript:/i);
  for (const [tag, address] of html.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="([^"]+)"/g)) {
    // The canonical address is absolute, and nothing is loaded from it.
    if (!tag.includes('rel="canonical"')) expect(address).toMatch(/^\/(?!\/)/);
  }
});

it('every asset that the page names is served for ever, and compressed at build time', async () => {
  const assets = (await pageOf()).match(/\/assets\/[^"\s]+\.(?:js|css|woff2)/g) ?? [];
  expect(assets.length).toBeGreaterThan(0);
  for (const asset of assets) {
    const answer = await sendRaw(
      site.app.url,
      head(`GET ${asset} HTTP/1.1`, { 'Accept-Encoding': 'gzip, br' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const headers = { 'Accept-Encoding': 'identity' };
    const plain = await (await fetch(site.app.url + asset, { headers })).text();
    // A font is compressed by itself, and a style sheet of one short rule would only grow.
    if (asset.endsWith('.woff2') || brotliCompressSync(plain).length >= plain.length) continue;
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(Buffer.from(answer.body, 'latin1')).toString()).toBe(plain);
  }
});

it('both halves hold the production build of React, whatever NODE_ENV is at run time', async () => {
  const dist = join(process.env.TEST_CLIENT_DIR ?? 'dist/client', '..');
  for (const half of ['client', 'server']) {
    const files = await readdir(join(dist, half), { recursive: true });
    const scripts = files.filter((name) => name.endsWith('.js'));
    expect(scripts).not.toEqual([]);
    for (const name of scripts)
      expect(await readFile(join(dist, half, name), 'utf8')).not.toMatch(
        /Each child in a list should have a unique|process\.env\.NODE_ENV|jsxDEV/,
      );
  }
});
