import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerNotFound, handleErrors } from '../../../server/http/errors.ts';
import { createLog } from '../../../server/http/log.ts';
import { loadStaticClient, type StaticClient, serveClient } from '../../../server/http/static-client.ts';
import { folderForAll } from '../../support/temp-folder.ts';
import { type RunningPasses, runPasses } from './run-passes.ts';

const shell = '<!doctype html><title>Studio</title><div id="root"></div>';
const script = `console.log(${JSON.stringify('a'.repeat(2_000))})`;
let dir: string;
let client: StaticClient;
let passes: RunningPasses;

folderForAll((made) => (dir = made));
beforeAll(async () => {
  await mkdir(join(dir, 'assets'));
  await mkdir(join(dir, '.vite'));
  const files: Record<string, string | Buffer> = {
    'index.html': shell,
    'index.html.br': brotliCompressSync(shell),
    'index.html.gz': gzipSync(shell),
    'assets/index-abc.js': script,
    'assets/index-abc.js.br': brotliCompressSync(script),
    'assets/index-abc.js.gz': gzipSync(script),
    'robots.txt': 'User-agent: *',
    '.vite/manifest.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  client = await loadStaticClient(dir);
  passes = await runPasses(serveClient(client), answerNotFound(), handleErrors(createLog('silent')));
});
afterAll(async () => {
  await passes.close();
});

/** node:http sends the headers unchanged and leaves the answer compressed, unlike fetch. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const call = request(passes.url, { path, headers, method, agent: false }, async (answer) => {
        const body = Buffer.concat(await answer.toArray());
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
      });
      call.on('error', reject).end();
    },
  );
}

const page = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('pages', () => {
  it.each(['/careers/apply/', '/portfolio/Web%20Design?x=1'])(
    '%s is a route: the shell with 200, asked for each time',
    async (path) => {
      const answer = await ask(path, { 'Accept-Encoding': 'br' });

      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-encoding': 'br',
      });
      expect(brotliDecompressSync(answer.body).toString()).toBe(shell);
    },
  );

  it.each(['/admin/nope', '/index.html', '/Team'])(
    '%s is none: a browser gets the shell, and the truth in the status',
    async (path) => {
      const { headers } = await ask('/');
      const answer = await ask(path, { ...page, 'If-None-Match': String(headers.etag) });

      expect(answer.status).toBe(404);
      expect(answer.body.toString()).toBe(shell);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.headers.vary).toContain('Accept');
    },
  );

  it.each(['/nope.png', '/.vite/manifest.json', '/assets/../robots.txt'])(
    'who did not ask for a page, but for %s, which is not served, gets JSON',
    async (path) => {
      const answer = await ask(path, { Accept: 'image/avif,image/webp,*/*;q=0.8' });

      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ status: 0, code: 'request.notFound' });
    },
  );

  it.each(['/assets/index-old.js', '/assets/index-abc.js.br'])(
    '%s: a chunk of an old release fails, and is never the shell',
    async (path) => {
      const answer = await ask(path, page);

      expect(answer.status).toBe(404);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body.toString()).not.toContain('<html');
      expect(answer.body.toString()).not.toContain('root');
    },
  );
});

describe('at start', () => {
  it('a client that was never built is told so, and what to do', async () => {
    await expect(loadStaticClient(join(dir, 'missing'))).rejects.toThrow(/no built client.*npm run build/);
    await expect(loadStaticClient(join(dir, 'assets'))).rejects.toThrow('npm run build');
  });
});
