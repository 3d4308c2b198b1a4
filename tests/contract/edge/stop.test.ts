import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

let upstream: StubUpstream;
let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  upstream = await startStubUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'studio-stop-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await upstream.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the product as an operator does, in a process of its own. */
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
  let release = () => {};
  upstream.misbehave(
    {
      kind: 'gate',
      release: new Promise((resolve) => {
        release = resolve;
      }),
    },
    { path: '/api/activeBlogs' },
  );
  const { child, url, exited } = await startProcess({ UPSTREAM_URL: upstream.url });
  const running = fetch(`${await url}/api/activeBlogs`);
  await vi.waitFor(() => expect(upstream.requestsTo('/api/activeBlogs')).toHaveLength(1));
  child.kill('SIGTERM');

  const ready = await vi.waitFor(async () => {
    const answer = await fetch(`${await url}/readyz`);
    expect(answer.status).toBe(503);
    return answer;
  });
  expect(ready.headers.get('connection')).toBe('close');
  expect(await ready.json()).toEqual({ status: 'draining', engine: 'upstream' });
  // Who comes while we stop is still served.
  expect((await fetch(`${await url}/healthz`)).status).toBe(200);

  release();
  const answer = await running;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 1 });
  expect(await exited).toEqual([0, null]);
});

it('SIGTERM with nothing to finish: exit 0', async () => {
  const { child, url, exited } = await startProcess({ UPSTREAM_URL: upstream.url });
  // The browser's connection stays open, idle.
  expect((await fetch(`${await url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('a taken port ends the start with a text that names the variable, and exit 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const { exited, errors } = await startProcess({ UPSTREAM_URL: upstream.url, PORT: String(port) });

  expect(await exited).toEqual([1, null]);
  expect(errors()).toContain(`PORT: ${port} on 127.0.0.1 is taken`);
  expect(errors()).not.toContain('    at ');
  taken.close();
});

it('a start that fails makes no admin, so the first good one shows the generated password', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const failed = await startProcess({ PORT: String(port), SAMPLE_CONTENT: 'off' });
  expect(await failed.exited).toEqual([1, null]);
  taken.close();

  const { url, firstAdmin } = await startProcess({ SAMPLE_CONTENT: 'off' });
  await url;
  expect(await firstAdmin).toMatch(/First admin: admin@localhost {2}password: \S{12,}/);
});

it('metrics, when a port is set, know the requests by row', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  const app = await startTestApp({ UPSTREAM_URL: upstream.url, METRICS_PORT: String(port) });
  try {
    await fetch(`${app.url}/api/activeBlogs`);
    await vi.waitFor(async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(text).toMatch(
        /http_request_duration_seconds_count\{method="GET",row="activeBlogs",status="2xx"\} 1/,
      );
    });
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  } finally {
    await app.close();
  }
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});
