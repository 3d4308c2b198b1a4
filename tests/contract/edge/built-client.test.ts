import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
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
  // JSON blocks are data; no script runs in them.
  expect(html).not.toMatch(/<script(?! type="application\/(?:ld\+)?json")(?![^>]*\ssrc="\/)/);
  expect(html).not.toMatch(/<style|\son\w+=|javascript:/i);
  for (const [tag, address] of html.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="([^"]+)"/g)) {
    // The canonical address is absolute, and nothing is loaded from it.
    if (!tag.includes('rel="canonical"')) expect(address).toMatch(/^\/(?!\/)/);
  }
});

it('every asset that the page names is served for ever, and compressed at build time', async () => {
  const assets = [...html.matchAll(/\/assets\/[^"\s]+\.(?:js|css)/g)].map(([path]) => path);
  expect(assets.length).toBeGreaterThan(0);
  for (const asset of assets) {
    const answer = await sendRaw(app.url, head(`GET ${asset} HTTP/1.1`, { 'Accept-Encoding': 'gzip, br' }));
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const plain = await (await fetch(app.url + asset, { headers: { 'Accept-Encoding': 'identity' } })).text();
    // A style sheet of one short rule would only grow.
    if (brotliCompressSync(plain).length >= plain.length) continue;
    expect(answer.headers['content-encoding']).toBe('br');
    const packed = Buffer.from(answer.body, 'latin1');
    expect(brotliDecompressSync(packed).toString()).toBe(plain);
    expect(packed.length).toBeLessThan(plain.length);
  }
});

it("the build's own notes are not served", async () => {
  expect((await fetch(`${app.url}/.vite/manifest.json`)).status).toBe(404);
});

/** Returns all scripts of a built folder as one text. */
async function scriptsIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  expect(files).not.toEqual([]);
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

/** Texts that only the development builds of React and its router contain. */
const developmentOnly = /Each child in a list should have a unique|process\.env\.NODE_ENV|jsxDEV/;

const root = join(import.meta.dirname, '../../..');

it.each(['client', 'server'])(
  '%s: the production build of React, whatever NODE_ENV is at run time',
  async (half) => {
    const dist = process.env.TEST_CLIENT_DIR ? join(process.env.TEST_CLIENT_DIR, '..') : join(root, 'dist');
    expect(await scriptsIn(join(dist, half))).not.toMatch(developmentOnly);
  },
);

it('a build under NODE_ENV=development is a production build all the same', {
  tags: ['deep/process'],
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-build-'));
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const options = ['--ssr', 'entry-server.tsx', '--outDir', folder, '--logLevel', 'error'];
    const builder = spawn(process.execPath, [vite, 'build', ...options], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: 'development' },
      stdio: 'inherit',
    });
    expect(await once(builder, 'exit')).toEqual([0, null]);
    expect(await scriptsIn(folder)).not.toMatch(developmentOnly);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
