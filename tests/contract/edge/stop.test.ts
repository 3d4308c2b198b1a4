// @module-tag deep/process: stops the product by signals, in the middle of everything
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listening } from '../../support/free-port.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let upstream: StubUpstream;
let dataDir: string;
const children: ChildProcess[] = [];

folderForEach((made) => (dataDir = made));
beforeEach(async () => {
  upstream = await startStubUpstream();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await upstream.close();
});

/** Starts the product in a separate process, as an operator does. */
async function startProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const lines = createInterface({ input: child.stdout });
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      lines.on('line', (line) => {
        const found = pattern.exec(line);
        if (found) resolve(found[1] ?? line);
      });
    });
  const url = said(/The site is at (\S+)/);
  return { child, url, firstAdmin: said(/First admin/), exited, errors: () => errors };
}

it('SIGTERM in the middle of an answer: not ready, the answer comes whole, exit 0', async () => {
  const release = upstream.hold('/api/activeBlogs');
  const { child, url, exited } = await startProcess({ UPSTREAM_URL: upstream.url });
  const running = fetch(`${await url}/api/activeBlogs`);
  await expect.poll(() => upstream.requestsTo('/api/activeBlogs')).toHaveLength(1);
  // As a supervisor and npm send it both.
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) child.kill(signal);

  const ready = await vi.waitFor(async () => {
    const answer = await fetch(`${await url}/readyz`);
    expect(answer.status).toBe(503);
    return answer;
  }, 30_000);
  expect(ready.headers.get('connection')).toBe('close');
  expect(await ready.json()).toEqual({ status: 'draining', engine: 'upstream' });
  // New requests during the stop are still served.
  expect((await fetch(`${await url}/healthz`)).status).toBe(200);

  release();
  const answer = await running;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 1 });
  expect(await exited).toEqual([0, null]);
});

it('while SHUTDOWN_DELAY_MS lasts /readyz is 503, and all else is taken on connections that stay', async () => {
  const { child, url, exited } = await startProcess({
    UPSTREAM_URL: upstream.url,
    SHUTDOWN_DELAY_MS: '2000',
  });
  const address = await url;
  const begun = performance.now();
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${address}/readyz?self=1`)).status).toBe(503);
  const answer = await fetch(`${address}/api/activeBlogs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).not.toBe('close');
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2_000);
});

it('a start that fails makes no admin, so the first good one shows the generated password', async () => {
  const taken = createServer();
  const { port } = new URL(await listening(taken));
  const failed = await startProcess({ PORT: port });
  expect(await failed.exited).toEqual([1, null]);
  expect(failed.errors()).toContain(`PORT: ${port} on 127.0.0.1 is already in use`);
  expect(failed.errors()).not.toContain('    at ');
  taken.close();

  const { url, firstAdmin } = await startProcess({ SAMPLE_CONTENT: 'off' });
  await url;
  expect(await firstAdmin).toMatch(/First admin: admin@localhost {2}password: \S{12,}/);
});
