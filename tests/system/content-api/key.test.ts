import diagnostics from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

let site: TestApp;
/** Ports that requests have come to. */
const ports = new Set<number>();
const note = (message: unknown) => {
  const { server } = message as { server: Server };
  ports.add((server.address() as AddressInfo).port);
};

beforeAll(async () => {
  diagnostics.subscribe('http.server.request.start', note);
  site = await startTestApp();
  expect((await fetch(`${site.url}/api/activeBlogs`)).status).toBe(200);
});
afterAll(async () => {
  diagnostics.unsubscribe('http.server.request.start', note);
  await site.close();
});

it.each([
  ['GET', '/api/activeBlogs'],
  ['GET', '/storage/2026/01/a.png'],
  ['POST', '/api/login'],
  ['POST', '/api/contactUs'],
  ['POST', '/api/forgotPassword'],
  ['PUT', '/api/'],
])('the engine of a site answers %s %s of whoever has found its port with 401', async (method, path) => {
  ports.delete(Number(new URL(site.url).port));
  const [port] = ports;
  expect(ports.size).toBe(1);
  for (const key of [undefined, '', 'x'.repeat(43), 'é'.repeat(43)]) {
    const headers = { ...(key !== undefined && { 'x-engine-pass': key }), 'x-forwarded-for': '192.0.2.1' };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    expect(answer.status).toBe(401);
  }
});
