import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { image, video } from '../../support/files.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { file, formBody, formType, type GateBench, startGateBench, text } from './gate-bench.ts';

let bench: GateBench;
let body: Buffer;
beforeAll(async () => {
  bench = await startGateBench({ UPLOAD_CONCURRENCY: '2', UPSTREAM_TIMEOUT_MS: '3000' });
  body = formBody([
    text('title', 'T'),
    text('description', 'x'.repeat(200_000)), // long enough to be buffered on disk
    file('images[0]', await image('png')),
    file('video', video('mp4', 2 * MIB), 'v.mp4', 'video/mp4'),
  ]);
});
afterAll(() => bench.close());
afterEach(() => bench.stub.reset());

const headers = () => ({ 'content-type': formType, 'content-length': body.length });
const gone = () => bench.untilLeftovers(0);
/** Starts an upload of which all but the end has arrived and is on disk. */
async function halfway() {
  const before = (await bench.leftovers()).length;
  const begun = bench.begin('/api/addProject', headers());
  begun.answer.catch(() => {});
  begun.req.write(body.subarray(0, -1000));
  await bench.untilLeftovers(before + 1);
  return begun;
}

describe('temporary files go', () => {
  it('when the browser leaves in the middle, and nothing is forwarded', async () => {
    const { req } = await halfway();
    req.destroy();
    await gone();
    expect(bench.stub.requests).toEqual([]);
    // A browser that disconnects is no failure of the product.
    expect(bench.app.logLines.filter((line) => line.msg === 'unexpected error')).toEqual([]);
  });

  it('when the browser leaves while the API host thinks', async () => {
    bench.stub.misbehave({ kind: 'hang' });
    const { req, answer } = bench.begin('/api/addProject', headers());
    answer.catch(() => {});
    req.end(body);
    await expect.poll(() => bench.stub.requests).toHaveLength(1);
    expect(await bench.leftovers()).toHaveLength(1);
    req.destroy();
    await gone();
  });

  it.each([
    ['closes the connection', { kind: 'reset' } as const, 502],
    ['never answers', { kind: 'hang' } as const, 504],
    ['fails', { kind: 'answer', status: 500, body: 'stack trace' } as const, 500],
    [
      'answers before it has read',
      { kind: 'earlyAnswer', status: 422, body: '{"status":0,"message":"no"}' } as const,
      422,
    ],
  ])('when the API host %s', async (_name, rule, status) => {
    bench.stub.misbehave(rule);
    const answer = await bench.send('/api/addProject', body, { 'content-type': formType });
    expect(answer.status).toBe(status);
    await gone();
  });

  it('when a crash left them and the server starts again; nothing else is touched', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'studio-crash-'));
    const left = join(dataDir, 'tmp', 'uploads', 'form-abc');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, '1'), 'half a film');
    await writeFile(join(dataDir, 'tmp', 'other'), 'not ours');
    const app = await startTestApp({ UPSTREAM_URL: bench.stub.url, DATA_DIR: dataDir });
    try {
      expect(await readdir(join(dataDir, 'tmp', 'uploads'))).toEqual([]);
      expect(await readdir(join(dataDir, 'tmp'))).toContain('other');
    } finally {
      await app.close({ keepData: true });
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('more uploads at once than allowed', () => {
  it('are told to come back, without their body being read, and find room when another ends', async () => {
    const one = await halfway();
    const other = await halfway();
    const third = bench.begin('/api/addProject', { ...headers(), expect: '100-continue' });
    let welcomed = false;
    third.req.on('continue', () => {
      welcomed = true;
    });
    third.req.flushHeaders();
    const answer = await third.answer;
    expect(answer).toMatchObject({ status: 503, body: { code: 'upload.busy' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(welcomed).toBe(false);

    // Calls without files do not wait for a slot of calls with files.
    expect((await bench.send('/api/deleteBlog/1', Buffer.alloc(0))).status).toBe(404);

    one.req.destroy();
    await bench.untilLeftovers(1);
    const again = await bench.send('/api/addProject', body, { 'content-type': formType });
    expect(again.status).not.toBe(503);
    other.req.destroy();
    await gone();
  });

  it('free their slot after every kind of end', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(
        (await bench.send('/api/addProject', Buffer.from('x'), { 'content-type': formType })).status,
      ).toBe(400);
      const { req } = await halfway();
      req.destroy();
      await gone();
      bench.stub.misbehave({ kind: 'reset' }, { times: 1 });
      expect((await bench.send('/api/addProject', body, { 'content-type': formType })).status).toBe(502);
      await gone();
    }
    expect((await bench.send('/api/addProject', body, { 'content-type': formType })).status).not.toBe(503);
  });
});
