import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { image, video } from '../../support/files.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { file, formBody, formType, gateBench, text } from './gate-bench.ts';

const bench = gateBench({ UPLOAD_CONCURRENCY: '2', UPSTREAM_TIMEOUT_MS: '3000' });
const { site } = bench;
const body = formBody([
  text('title', 'T'),
  text('description', 'x'.repeat(200_000)), // long enough to be buffered on disk
  file('images[0]', await image('png')),
  file('video', video('mp4', 2 * MIB), 'v.mp4', 'video/mp4'),
]);
const headers = { 'content-type': formType, 'content-length': body.length };
const send = (bytes = body) => bench.send('/api/addProject', bytes, { 'content-type': formType });
const gone = () => bench.untilLeftovers(0);
/** Starts an upload of which all but the end has arrived and is on disk, beside `others`. */
async function halfway(others = 0) {
  const { req, answer } = bench.begin('/api/addProject', headers);
  answer.catch(() => {});
  req.write(body.subarray(0, -1000));
  await bench.untilLeftovers(others + 1);
  return req;
}

it('files go when the browser leaves in the middle, which is no failure, and while the API host thinks', async () => {
  (await halfway()).destroy();
  await gone();
  expect(site.stub.requests).toEqual([]);
  expect(site.app.logLines.filter((line) => line.msg === 'unexpected error')).toEqual([]);
  site.stub.misbehave({ kind: 'hang' });
  const { req, answer } = bench.begin('/api/addProject', headers);
  answer.catch(() => {});
  req.end(body);
  await expect.poll(() => site.stub.requests).toHaveLength(1);
  await bench.untilLeftovers(1);
  req.destroy();
  await gone();
});

const refusal = '{"status":0,"message":"no"}';
/** Comes before the form was read. */
const early = `HTTP/1.1 422 No\r\nContent-Type: application/json\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`;

it.each([
  [502, { kind: 'reset' }],
  [504, { kind: 'hang' }],
  [500, { kind: 'answer', status: 500, body: 'stack trace' }],
  [422, { kind: 'raw', bytes: early, close: false }],
] as const)('files go when the API host fails: %i %j', async (status, rule) => {
  site.stub.misbehave(rule);
  expect((await send()).status).toBe(status);
  await gone();
});

it('files go when a crash left them and the server starts again; nothing else is touched', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-crash-'));
  const left = join(dataDir, 'tmp', 'uploads', 'form-abc');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, '1'), 'half a film');
  await writeFile(join(dataDir, 'tmp', 'other'), 'not ours');
  const app = await startTestApp({ UPSTREAM_URL: site.stub.url, DATA_DIR: dataDir });
  expect(await readdir(join(dataDir, 'tmp', 'uploads'))).toEqual([]);
  expect(await readdir(join(dataDir, 'tmp'))).toContain('other');
  await app.close();
});

it('more uploads at once than allowed are told to come back, without their body being read, and find room when another ends', async () => {
  const one = await halfway();
  const other = await halfway(1);
  const third = bench.begin('/api/addProject', { ...headers, expect: '100-continue' });
  let welcomed = false;
  third.req.on('continue', () => {
    welcomed = true;
  });
  third.req.flushHeaders();
  const answer = await third.answer;
  expect(answer).toMatchObject({ status: 503, body: { code: 'upload.busy' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(welcomed).toBe(false);
  // A form that was posted to its page is shown again with what was typed.
  const typed = new FormData();
  for (const name of ['name', 'email', 'subject', 'message']) typed.append(name, `a typed ${name}`);
  const page = await fetch(`${site.app.url}/contact`, { method: 'POST', body: typed });
  expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await page.text()).toContain('a typed message');
  // Calls without files do not wait for a slot of calls with files.
  expect((await bench.send('/api/deleteBlog/1', Buffer.alloc(0))).status).toBe(404);
  one.destroy();
  await bench.untilLeftovers(1);
  expect((await send()).status).not.toBe(503);
  other.destroy();
  await gone();
  // A slot is free after every kind of end.
  for (let round = 0; round < 3; round += 1) {
    expect((await send(Buffer.from('x'))).status).toBe(400);
    (await halfway()).destroy();
    await gone();
    site.stub.misbehave({ kind: 'reset' }, { times: 1 });
    expect((await send()).status).toBe(502);
    await gone();
  }
  expect((await send()).status).not.toBe(503);
});
