// @module-tag deep/faults: fills the disk
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { image, pdf } from '../../support/files.ts';
import { type FullDisk, fillDisk } from '../../support/full-disk.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };
/** No action needs more writes than this. */
const most = 60;

let app: TestApp;
let admin: Agent;
let disk: FullDisk | undefined;
let picture: Buffer;
let job: number;
beforeAll(async () => {
  picture = await image('png', 900, 500);
  app = await startTestApp({ ADMIN_PASSWORD: credentials.password, TRUST_PROXY: '1' });
  admin = (await signIn(app, credentials)).agent;
  const answer = await admin.post('/api/addJob').send({
    title: 'A job',
    department: 'D',
    employment_type: 'FULL_TIME',
    location_type: 'remote',
    description: '<p>x</p>',
    status: 'open',
  });
  job = answer.body.data.id;
});
afterEach(() => disk?.free());
afterAll(() => app?.close());

const filesIn = async (folder: string) =>
  (await readdir(join(app.dataDir, folder), { recursive: true })).filter((name) => /\.\w{3,4}$/.test(name))
    .length;
const temporary = async () =>
  (await Promise.all(['tmp/engine', 'tmp/uploads'].map((name) => readdir(join(app.dataDir, name))))).flat();
const idsOf = async (path: string) =>
  (await admin.get(path).expect(200)).body.data.data.map(({ id }: { id: number }) => id).sort();

let visitors = 0;
/** Returns a visitor with a new address, and a form that is old enough to be sent. */
async function visitor() {
  visitors += 1;
  const agent = visit(app).set('X-Forwarded-For', `10.1.0.${visitors}`);
  return agent;
}
const token = async () => (await visit(app).get('/api/formToken')).body.data.form_token as string;

interface Saved {
  name: string;
  /** Path of the list that contains the saved record, and the folder of its files. */
  list: string;
  folder?: string;
  save(): Promise<{ status: number; body: { status?: number; message?: string } }>;
}
let formToken = '';
const saves: Saved[] = [
  {
    name: 'a post with its image',
    list: '/api/blogs',
    folder: 'media',
    save: async () =>
      admin
        .post('/api/saveBlog')
        .field({ blog_title: 'T', is_active: '1', description: `<p>${'x'.repeat(100_000)}</p>` })
        .attach('blog_image', picture, 'p.png'),
  },
  {
    name: 'an application with its CV',
    list: '/api/getApplicants',
    folder: 'private',
    save: async () =>
      (await visitor())
        .post(`/api/applyJob/${job}`)
        .field({
          name: 'Ana',
          email: `ana${visitors}@applicant.example`,
          consent: '1',
          form_token: formToken,
        })
        .attach('cv', pdf(), 'cv.pdf'),
  },
];

describe('a disk that is full', () => {
  beforeAll(async () => {
    // The form was opened some seconds ago by the server's clock, as a person needs that long.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (limits.formMinSeconds + 1) * 1000 });
    formToken = await token();
    vi.useRealTimers();
  });

  test.each(saves)(
    'at any write of $name: 507, nothing half written, and it works by itself afterwards',
    async ({ list, folder, save }) => {
      const before = { ids: await idsOf(list), files: folder ? await filesIn(folder) : 0 };
      let refusals = 0;
      for (let taken = 0; taken < most; taken += 1) {
        disk = fillDisk(taken);
        const answer = await save();
        const refused = disk.refused();
        disk.free();
        if (refused === 0) {
          expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
          break;
        }
        const told = `after ${taken} writes: ${answer.status} ${JSON.stringify(answer.body)}`;
        if (answer.status < 300) {
          // Only housekeeping or an optional note was refused: the record itself is complete.
          expect((await idsOf(list)).length, told).toBe(before.ids.length + 1);
          before.ids = await idsOf(list);
          continue;
        }
        refusals += 1;
        expect(answer.status, told).toBe(507);
        expect(answer.body.message, told).toMatch(/full|space/);
        expect(await idsOf(list), told).toEqual(before.ids);
        await expect.poll(temporary).toEqual([]);
      }
      expect(refusals).toBeGreaterThan(0);
      expect((await idsOf(list)).length).toBe(before.ids.length + 1);
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    },
  );

  test('leaves no file without a row once the site starts again', async () => {
    await app.close({ keepData: true });
    app = await startTestApp({ ADMIN_PASSWORD: credentials.password, DATA_DIR: app.dataDir });
    admin = (await signIn(app, credentials)).agent;
    expect(await filesIn('media')).toBe((await idsOf('/api/blogs')).length);
    expect(await filesIn('private')).toBe((await idsOf('/api/getApplicants')).length);
  });
});
