// @module-tag deep/process: stops the product by signals, in the middle of everything
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cutOff, holdRequests, listen } from '../../../server/http/drain.ts';
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
  await expect.poll(() => upstream.requestsTo('/api/activeBlogs')).toHaveLength(1);
  child.kill('SIGTERM');

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

it('SIGTERM with nothing to finish: exit 0', async () => {
  const { child, url, exited } = await startProcess({ UPSTREAM_URL: upstream.url });
  // The browser's idle connection stays open.
  expect((await fetch(`${await url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('the same signal twice, as a supervisor and npm send it, is one signal', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  upstream.misbehave({ kind: 'gate', release: held }, { path: '/api/activeBlogs' });
  const { child, url, exited } = await startProcess({ UPSTREAM_URL: upstream.url });
  const running = fetch(`${await url}/api/activeBlogs`);
  await expect.poll(() => upstream.requestsTo('/api/activeBlogs')).toHaveLength(1);
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  await expect.poll(async () => (await fetch(`${await url}/readyz`)).status).toBe(503);
  release();
  expect((await running).status).toBe(200);
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

it('a taken port ends the start with a text that names the variable, and exit 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const { exited, errors } = await startProcess({ UPSTREAM_URL: upstream.url, PORT: String(port) });

  expect(await exited).toEqual([1, null]);
  expect(errors()).toContain(`PORT: ${port} on 127.0.0.1 is already in use`);
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

it('with the embedded engine the port opens when the first admin is there, not before', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  const credentials = { email: 'admin@localhost', password: 'correct horse battery' };
  const { url, exited } = await startProcess({ PORT: String(port), ADMIN_PASSWORD: credentials.password });
  // Requests the first answer of the port, as early as possible.
  const signIn = async (): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', 'X-CSRF': '1' };
    try {
      const body = JSON.stringify(credentials);
      return (await fetch(`http://127.0.0.1:${port}/api/login`, { method: 'POST', headers, body })).status;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return signIn();
    }
  };
  expect(await Promise.race([signIn(), exited])).toBe(200);
  await url;
});

it('on PORT=0 who comes early waits for the whole product', async () => {
  const server = createHttpServer();
  const serve = holdRequests(server);
  const address = await listen(server, '127.0.0.1', 0);
  const early = fetch(address);
  await vi.waitFor(async () => {
    const open = await new Promise<number>((resolve) =>
      server.getConnections((_error, count) => resolve(count)),
    );
    expect(open).toBe(1);
  }, 30_000);
  serve((_req, res) => res.end('whole'));
  expect(await (await early).text()).toBe('whole');
  expect(await (await fetch(address)).text()).toBe('whole');
  await cutOff(server);
});

it('an API host that fails does not keep the port shut; /readyz waits for it, /readyz?self=1 does not', async () => {
  const app = await startTestApp({ UPSTREAM_URL: upstream.url });
  try {
    upstream.misbehave({ kind: 'answer', status: 503 }, { path: '/' });
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${app.url}/readyz?self=1`)).status).toBe(200);
    upstream.reset();
    await vi.waitFor(async () => expect((await fetch(`${app.url}/readyz`)).status).toBe(200), {
      timeout: 60_000,
    });
  } finally {
    await app.close();
  }
});
