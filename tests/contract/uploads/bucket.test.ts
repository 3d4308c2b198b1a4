// @module-tag deep/postgres: uploads into a bucket
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { image, pdf, sha256OfFile, writeBigVideo } from '../../support/files.ts';
import { applicationForm, categoryForm, sendForm } from '../../support/forms.ts';
import { type TestBucket, testBucket } from '../../support/shared-servers.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { boundary, file, formBody, formType, text } from './gate-bench.ts';

const videoBytes = 60 * 1_000_000;
const mostGrowth = 90 * MIB;
const credentials = { email: 'admin@localhost', password: 'correct horse battery' };

let folder: string;
let bucket: TestBucket;
let server: ChildProcess;
let url = '';
let admin: Agent;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-bucket-'));
  await writeBigVideo(join(folder, 'big.mp4'), videoBytes);
  bucket = await testBucket();
  server = spawn(process.execPath, [join(import.meta.dirname, '../../../server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      SAMPLE_CONTENT: 'off',
      ADMIN_PASSWORD: credentials.password,
      ...bucket.environment,
      // Settings that the store's client must not read.
      AWS_PROFILE: 'none',
      AWS_REGION: 'nowhere',
      AWS_ENDPOINT_URL: 'https://127.0.0.1:1',
      AWS_MAX_ATTEMPTS: 'many',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    url = /^The site is at (\S+)/.exec(line)?.[1] ?? '';
    if (url) break;
  }
  admin = (await signIn({ url }, credentials)).agent;
});
afterAll(async () => {
  if (server?.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  await bucket?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the memory of the other process; 0 on systems without /proc. */
async function memory(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  if (!existsSync('/proc/self/status')) return 0;
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}
const beginAnew = () => writeFile(`/proc/${server.pid}/clear_refs`, '5').catch(() => {});

/** Returns the site's session cookie, for a request that is written by hand. */
async function cookieOfAdmin(): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(credentials),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function sendProject(categoryId: number): Promise<{ status: number; body: string }> {
  const texts = formBody(
    [
      text('title', 'A film'),
      text('category_id', String(categoryId)),
      text('description', '<p>x</p>'),
      text('v_order', '1'),
      file('images[0]', await image('png', 900, 500)),
      file('video', '', 'film.mp4', 'video/mp4'),
    ],
    '',
  ).subarray(0, -2);
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  const req = request(new URL('/api/addProject', url), {
    method: 'POST',
    agent: false,
    headers: {
      'x-csrf': '1',
      cookie: await cookieOfAdmin(),
      'content-type': formType,
      'content-length': texts.length + videoBytes + end.length,
    },
  });
  const answered = once(req, 'response');
  await pipeline(async function* () {
    yield texts;
    yield* createReadStream(join(folder, 'big.mp4'));
    yield end;
  }, req);
  const [res] = await answered;
  let body = '';
  for await (const chunk of res) body += chunk;
  return { status: res.statusCode, body };
}

it('a video goes into the bucket and out again, whole and in ranges, in flat memory', {
  timeout: 240_000,
}, async () => {
  const made = await sendForm(admin.post('/api/addProjectCategory'), await categoryForm());
  expect(made.body).toMatchObject({ status: 1 });
  const { body: categories } = await admin.get('/api/getProjectCategory').expect(200);
  const [category] = categories.data.data ?? categories.data;
  const before = await memory('VmRSS');
  await beginAnew();
  const answer = await sendProject(category.id);
  expect(answer, answer.body).toMatchObject({ status: 200 });
  const growth = (await memory('VmHWM')) - before;
  expect(growth, `grew by ${Math.round(growth / MIB)} MiB`).toBeLessThan(mostGrowth);

  const { body: projects } = await admin.get(`/api/getProjects/${category.id}`).expect(200);
  const [{ video, images }] = projects.data.data;
  const film = await fetch(url + video);
  expect([film.status, film.headers.get('content-type'), film.headers.get('content-length')]).toEqual([
    200,
    'video/mp4',
    String(videoBytes),
  ]);
  const hash = createHash('sha256');
  for await (const chunk of film.body as AsyncIterable<Uint8Array>) hash.update(chunk);
  expect(hash.digest('hex')).toBe(await sha256OfFile(join(folder, 'big.mp4')));
  const whole = (await memory('VmHWM')) - before;
  expect(whole, `grew by ${Math.round(whole / MIB)} MiB`).toBeLessThan(mostGrowth);

  const part = await fetch(url + video, { headers: { range: 'bytes=50000000-50000009' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 50000000-50000009/${videoBytes}`,
  ]);
  expect((await part.arrayBuffer()).byteLength).toBe(10);
  const past = await fetch(url + video, { headers: { range: `bytes=${videoBytes}-` } });
  expect(past.status).toBe(416);
  const known = await visit({ url })
    .get(video)
    .set('If-None-Match', film.headers.get('etag') ?? '');
  expect(known.status).toBe(304);
  const smaller = await fetch(`${url}/img/320${images[0].image}`);
  expect([smaller.status, smaller.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

it('a CV goes where no address leads, and comes out for admins alone', async () => {
  const sent = await sendForm(visit({ url }).post('/api/applyJob'), applicationForm());
  expect(sent.body).toMatchObject({ status: 1 });
  const { body } = await admin.get('/api/getApplicants?status=spam').expect(200);
  const [applicant] = body.data.data;
  const cv = await admin.get(`/api/downloadCv/${applicant.id}`).buffer(true).expect(200);
  expect(cv.headers['content-disposition']).toContain('attachment');
  expect(Buffer.from(cv.body)).toEqual(pdf());
  expect((await visit({ url }).get(`/api/downloadCv/${applicant.id}`)).status).toBe(401);
  const head = await admin.head(`/api/downloadCv/${applicant.id}`);
  expect([head.status, head.headers['content-length']]).toEqual([200, String(pdf().length)]);
});

it('nothing of it is on the disk of the server, and answers tell nothing of the bucket', async () => {
  const names = await readdir(join(folder, 'data'), { recursive: true });
  expect(names.filter((name) => /^(media|private)/.test(name) || /\.(mp4|pdf)$/.test(name))).toEqual([]);
  const { text: list } = await admin.get('/api/getApplicants?status=spam');
  expect(list).not.toContain('private/');
  expect(list).not.toContain(bucket.name);
});
