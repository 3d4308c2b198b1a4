import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExpressApp } from '../../../server/http/express-app.ts';
import { type RunningPasses, runApp } from './run-passes.ts';

let site: RunningPasses;
beforeAll(async () => {
  const app = createExpressApp('loopback');
  app.use('/api', (_req, res) => void res.send('call'));
  app.use('/ip', (req, res) => void res.send(req.ip));
  app.use('/late', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('secret');
  });
  app.use('/thrown', () => {
    throw new Error('secret');
  });
  app.use((_req, res) => void res.send('other'));
  site = await runApp(app);
});
afterAll(() => site.close());

/** Sends the target unchanged: `fetch` would normalise it. */
function ask(path: string, headers: Record<string, string> = {}): Promise<{ status?: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const asked = request({ hostname, port, path, headers }, async (res) => {
      let text = '';
      for await (const chunk of res) text += chunk;
      resolve({ ...(res.statusCode !== undefined && { status: res.statusCode }), text });
    });
    asked.on('error', reject).end();
  });
}

it.each([
  ['/api', true],
  ['/api/x?a=1', true],
  ['/apifoo', false],
  ['/API/x', false],
  ['/api;x/y', false],
  ['/api%2Fx', false],
  ['/%61pi/x', false],
])('%s is a call: %s', async (path, isCall) => {
  expect((await ask(path)).text).toBe(isCall ? 'call' : 'other');
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
])('of a visitor whom a proxy calls %s the address is %s', async (said, address) => {
  expect((await ask('/ip', { 'X-Forwarded-For': said })).text).toBe(address);
});

it.each(['/thrown', '/late'])('an error that nothing handles shows no stack (%s)', async (path) => {
  const { status, text } = await ask(path);
  expect(status).toBe(500);
  expect(text).not.toContain('secret');
});
