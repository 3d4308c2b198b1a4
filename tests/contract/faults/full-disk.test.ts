// @module-tag deep/faults: fills the disk
import { readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { loadConfig } from '../../../server/config.ts';
import { writeBackup } from '../../../tools/backup/write-backup.ts';
import { image, pdf } from '../../support/files.ts';
import { listening } from '../../support/free-port.ts';
import { type FullDisk, fillDisk } from '../../support/full-disk.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };
/** No action needs more writes than this. */
const most = 60;
const picture = await image('png', 900, 500);
const job = {
  title: 'A job',
  department: 'D',
  employment_type: 'FULL_TIME',
  location_type: 'remote',
  description: '<p>x</p>',
  status: 'open',
};

/** A host that is busy, and writes nothing, since it shares the disk. */
const host = createServer((_req, res) => res.writeHead(503, { 'retry-after': '3000' }).end());
let front: TestApp;
let app: TestApp;
let admin: Agent;
let disk: FullDisk | undefined;
let jobId: number;
let formToken = '';
let visitors = 0;
const startEngine = async (environment: Record<string, string> = {}) => {
  app = await startTestApp({ ADMIN_PASSWORD: credentials.password, TRUST_PROXY: '1', ...environment });
  admin = (await signIn(app, credentials)).agent;
};
beforeAll(async () => {
  const url = await listening(host);
  front = await startTestApp({ UPSTREAM_URL: url, TRUST_PROXY: '1' });
  await startEngine();
  jobId = (await admin.read('addJob', job)).id;
  // The form was opened some seconds ago by the server's clock, as a person needs that long.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (limits.formMinSeconds + 1) * 1000 });
  formToken = (await admin.read('formToken')).form_token;
  vi.useRealTimers();
});
afterEach(() => disk?.free());
afterAll(async () => {
  await app?.close();
  await front?.close();
  host.close().closeAllConnections();
});

const filesIn = async (folder: string) =>
  (await readdir(join(app.dataDir, folder), { recursive: true })).filter((name) => /\.\w{3,4}$/.test(name))
    .length;
const temporary = async () =>
  (
    await Promise.all(
      [app, front].flatMap(({ dataDir }) =>
        ['tmp/engine', 'tmp/uploads'].map((name) => readdir(join(dataDir, name)).catch(() => [])),
      ),
    )
  ).flat();
/** Files that this process has open after their removal: they take room until it ends (Linux alone tells). */
const openRemoved = async () => {
  const open = await readdir('/proc/self/fd').catch(() => []);
  const links = open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter(
    (path) => [app, front].some(({ dataDir }) => path.startsWith(dataDir)) && path.endsWith(' (deleted)'),
  );
};
const total = async (list: 'blogs' | 'getApplicants') => (await admin.read(list)).total as number;

/** An application of a new visitor. */
function apply(to: TestApp, path: string) {
  visitors += 1;
  const texts = {
    name: 'Ana',
    email: `ana${visitors}@applicant.example`,
    consent: '1',
    form_token: formToken,
  };
  return visit(to)
    .post(path)
    .set('X-Forwarded-For', `10.1.0.${visitors}`)
    .field(texts)
    .attach('cv', Buffer.concat([pdf(), Buffer.alloc(600_000, 'x')]), 'cv.pdf');
}

test.each([
  [
    'a post with its image',
    () =>
      admin
        .call('saveBlog')
        .field({ blog_title: 'T', is_active: '1', description: `<p>${'x'.repeat(100_000)}</p>` })
        .attach('blog_image', picture, 'p.png'),
    () => total('blogs'),
  ],
  ['an application with its CV', () => apply(app, `/api/applyJob/${jobId}`), () => total('getApplicants')],
  [
    'an application that the host does not take now',
    () => apply(front, '/api/applyJob'),
    () => {
      const db = new DatabaseSync(join(front.dataDir, 'intake.sqlite'), { readOnly: true });
      const { length } = db.prepare("SELECT * FROM intake_tasks where state = 'waiting'").all();
      db.close();
      return length;
    },
  ],
])(
  'a disk that is full at any write of %s: 507, nothing half written, and it works by itself afterwards',
  async (_name, save, count) => {
    const before = await count();
    let taken = 0;
    for (; taken < most; taken += 1) {
      disk = fillDisk(taken);
      const { status, body } = await save();
      disk.free();
      if (status < 300) break;
      const told = `after ${taken} writes: ${status} ${JSON.stringify(body)}`;
      expect([status, body.message], told).toEqual([507, expect.stringMatching(/full|space/)]);
      expect(await count(), told).toBe(before);
      await expect.poll(temporary).toEqual([]);
    }
    expect(taken).toBeGreaterThan(0);
    await expect.poll(openRemoved).toEqual([]);
    expect(await count()).toBe(before + 1);
    for (const { url } of [app, front]) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  },
);

test('no file without a row is left once the site starts again', async () => {
  await app.close({ keepData: true });
  await startEngine({ DATA_DIR: app.dataDir });
  expect(await filesIn('media')).toBe(await total('blogs'));
  expect(await filesIn('private')).toBe(await total('getApplicants'));
});

test('a backup at any write of which the disk is full leaves nothing that could be taken for one', async () => {
  const folder = join(app.dataDir, 'kept');
  const options = {
    config: loadConfig({ DATA_DIR: app.dataDir }),
    madeBy: 'test',
    log: pino({ level: 'silent' }),
  };
  let refusals = 0;
  for (const taken of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 1000]) {
    disk = fillDisk(taken);
    const written = await writeBackup(join(folder, 'site.tar.gz'), options).catch((error: Error) => error);
    disk.free();
    if (!(written instanceof Error)) break;
    refusals += 1;
    expect(await readdir(folder).catch(() => [])).toEqual([]);
    const left = await readdir(join(app.dataDir, 'tmp')).catch(() => []);
    expect(left.filter((name) => name.startsWith('backup-'))).toEqual([]);
  }
  expect(refusals).toBeGreaterThan(2);
  expect(await readdir(folder)).toEqual(['site.tar.gz']);
});
