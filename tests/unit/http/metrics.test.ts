import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfigError } from '../../../server/config.ts';
import { observeRequest, startMetrics } from '../../../server/http/metrics.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** METRICS_PORT=0 takes any port: the test reads it from the listener that came up. */
async function startOnFreePort(): Promise<string> {
  const { Server } = await import('node:http');
  const spy = vi.spyOn(Server.prototype, 'listen');
  closers.push(await startMetrics(0));
  const server = spy.mock.contexts.at(-1) as InstanceType<typeof Server>;
  spy.mockRestore();
  const { address, port } = server.address() as AddressInfo;
  expect(address).toBe('127.0.0.1');
  return `http://127.0.0.1:${port}`;
}

it('unset: nothing listens, and counting does nothing', async () => {
  const close = await startMetrics(undefined);
  observeRequest('GET', 'silentRow', 200, 0.1);
  await close();
  const text = await (await fetch(`${await startOnFreePort()}/metrics`)).text();
  expect(text).not.toContain('silentRow');
});

it('requests are counted by method, row and class of status; labels stay few', async () => {
  const url = await startOnFreePort();
  observeRequest('GET', 'activeBlogs', 200, 0.02);
  observeRequest('GET', 'activeBlogs', 204, 0.02);
  observeRequest('BREW', undefined, 405, 0.001);
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();

  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",row="activeBlogs",status="2xx"} 2',
  );
  expect(text).toContain(
    'http_request_duration_seconds_bucket{le="0.025",method="GET",row="activeBlogs",status="2xx"} 2',
  );
  expect(text).toContain('http_request_duration_seconds_count{method="OTHER",row="none",status="4xx"} 1');
  expect(text).toContain('process_resident_memory_bytes');
  expect((await fetch(`${url}/other`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
});

it('the closer ends it, and it can be started again', async () => {
  const url = await startOnFreePort();
  await closers.pop()?.();
  await expect(fetch(`${url}/metrics`)).rejects.toThrow();
  observeRequest('GET', 'unseenRow', 200, 0.1);
  const text = await (await fetch(`${await startOnFreePort()}/metrics`)).text();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toContain('unseenRow');
});

it('a taken port is told by the name of its variable', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => taken.close(() => resolve())));
  const started = startMetrics((taken.address() as AddressInfo).port);
  await expect(started).rejects.toThrow(ConfigError);
  await expect(started).rejects.toThrow('METRICS_PORT');
});
