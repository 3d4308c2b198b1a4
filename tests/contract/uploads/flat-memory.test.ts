// @module-tag deep/faults: sends hundreds of megabytes
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { image, sha256OfFile, writeBigVideo } from '../../support/files.ts';
import { categoryForm } from '../../support/forms.ts';
import { makeProduct, admin as owner } from '../../support/product.ts';
import { testBucket } from '../../support/shared-servers.ts';
import { signIn } from '../../support/sign-in.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';
import { boundary, file, formBody, formType, text } from './gate-bench.ts';

const videoBytes = 100_000_000;
const folder = await mkdtemp(join(tmpdir(), 'studio-flat-'));
const film = join(folder, 'big.mp4');
await writeBigVideo(film, videoBytes);
const filmSha = await sha256OfFile(film);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the server in a separate process, since memory of client and stub would count too, and sends it a film. */
async function sendFilm(environment: Record<string, string>, credentials = owner) {
  const product = await makeProduct(await mkdtemp(join(folder, 'data-')), environment);
  await product.start();
  const { agent, cookie } = await signIn(product, credentials);
  const made = await agent.call('addProjectCategory', await categoryForm()).expect(200);
  const texts = {
    title: 'A film',
    category_id: String(made.body.data.id),
    description: '<p>x</p>',
    v_order: '1',
  };
  const start = formBody(
    [
      ...Object.entries(texts).map(([name, value]) => text(name, value)),
      file('images[0]', await image('png', 900, 500)),
      file('video', '', 'film.mp4', 'video/mp4'),
    ],
    '',
  ).subarray(0, -2);
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  const memory = async (name: 'VmRSS' | 'VmHWM') => {
    const status = await readFile(`/proc/${product.child.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  };
  const before = await memory('VmRSS');
  await writeFile(`/proc/${product.child.pid}/clear_refs`, '5').catch(() => {}); // resets the high-water mark
  const req = request(`${product.url}/api/addProject`, {
    method: 'POST',
    agent: false,
    headers: {
      'x-csrf': '1',
      cookie,
      'content-type': formType,
      'content-length': start.length + videoBytes + end.length,
    },
  });
  const answered = once(req, 'response');
  await pipeline(async function* () {
    yield start;
    yield* createReadStream(film);
    yield end;
  }, req);
  const [res] = await answered;
  const answer = await textOf(res);
  expect(res.statusCode, answer).toBe(200);
  return {
    ...product,
    project: JSON.parse(answer).data,
    async expectFlat() {
      const growth = (await memory('VmHWM')) - before;
      expect(growth, `grew by ${Math.round(growth / MIB)} MiB`).toBeLessThan(90 * MIB);
    },
  };
}

// The memory of another process can only be read from /proc.
describe.skipIf(!existsSync('/proc/self/status'))('a film of 100 MB', () => {
  it('passes whole to a host, in flat memory, and leaves nothing behind', { timeout: 240_000 }, async () => {
    const stub = await startStubUpstream();
    const product = await sendFilm({ UPSTREAM_URL: stub.url }, stub.admin);
    const sent = { name: 'video', filename: 'film.mp4', contentType: 'video/mp4', size: videoBytes };
    expect(stub.last().parts.at(-1)).toMatchObject({ ...sent, sha256: filmSha });
    await product.expectFlat();
    const uploads = join(product.dataDir, 'tmp', 'uploads');
    await vi.waitFor(async () => expect(await readdir(uploads)).toEqual([]), { timeout: 60_000 });
    await product.stop();
    await stub.close();
  });

  it('goes into the bucket and out again, whole and in ranges, in flat memory', {
    timeout: 240_000,
    tags: ['deep/postgres'],
  }, async () => {
    const bucket = await testBucket();
    // Settings that the store's client must not read.
    const foreign = { AWS_PROFILE: 'none', AWS_REGION: 'nowhere', AWS_ENDPOINT_URL: 'https://127.0.0.1:1' };
    const product = await sendFilm({ ...bucket.environment, ...foreign, AWS_MAX_ATTEMPTS: 'many' });
    const { url, project } = product;
    const get = (path: string, headers = {}) => fetch(url + path, { headers });
    const shown = await get(project.video);
    const names = ['content-type', 'content-length'];
    expect(names.map((name) => shown.headers.get(name))).toEqual(['video/mp4', String(videoBytes)]);
    const hash = createHash('sha256');
    for await (const chunk of shown.body as AsyncIterable<Uint8Array>) hash.update(chunk);
    expect(hash.digest('hex')).toBe(filmSha);
    await product.expectFlat();
    const part = await get(project.video, { range: 'bytes=50000000-50000009' });
    expect([part.status, part.headers.get('content-range'), (await part.bytes()).length]).toEqual([
      206,
      `bytes 50000000-50000009/${videoBytes}`,
      10,
    ]);
    expect((await get(project.video, { range: `bytes=${videoBytes}-` })).status).toBe(416);
    const etag = shown.headers.get('etag') ?? '';
    expect((await get(project.video, { 'if-none-match': etag })).status).toBe(304);
    // Nothing of it is on the disk of the server.
    const onDisk = await readdir(product.dataDir, { recursive: true });
    expect(onDisk.filter((name) => /^(media|private)|\.mp4$/.test(name))).toEqual([]);
    await product.stop();
    await bucket.drop();
  });
});
