// @module-tag deep/hosts: the engine answers beside a host
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, rows } from '#shared/contract/index.ts';
import { purposeKeys } from '../../../server/bff/session/secrets.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';
import { type ExampleHost, openHost } from '../../hosts/host.ts';
import { hostFileOf, startWithHostFile } from '../../hosts/site.ts';
import { applicationForm, type FormPart, jpeg, textParts } from '../../support/forms.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import type { TestApp } from '../../support/start-test-app.ts';

const minute = 60_000;
const secret = 'a secret of the tests that has more than 32 bytes';
/** The product in front of a host that has customer accounts, but, by its host.json, no jobs, applicants or messages. */
let host: ExampleHost;
let app: TestApp;
let admin: Agent;
let customer: Agent;
/** Clock of the product. */
let clock = 0;

/** Starts the product with a host.json as an engineer would write it for this host. */
async function start() {
  const example = JSON.parse(await hostFileOf(host));
  const calls = 'login logout blogs activeBlogs singlePost saveBlog editBlog deleteBlog team getTeam'.split(
    ' ',
  );
  const file = {
    ...example,
    token: {
      from: { body: 'token' },
      user: { name: 'user.email', email: 'user.email' },
      check: { path: '/user', envelope: { one: '' } },
    },
    admins: { at: 'user.role', is: ['manager'] },
    calls: Object.fromEntries(calls.map((name) => [name, example.calls[name]])),
  };
  const ENGINE_FILLS = 'jobs,applicants,team,messages';
  app = await startWithHostFile(
    JSON.stringify(file),
    { ENGINE_FILLS, SESSION_SECRET: secret, SAMPLE_CONTENT: 'on' },
    { cache: { maxBytes: 0, now: () => performance.now() + clock } },
  );
}

const as = async (who: ExampleHost['admin']) => (await signIn(app, who)).agent;

beforeAll(async () => {
  host = await openHost('laravel', { posts: 3, projects: 1 });
  await start();
  admin = await as(host.admin);
  customer = await as(host.customer);
});

afterAll(async () => {
  await app.close();
});

const job = {
  title: 'Type designer',
  department: 'Design',
  employment_type: 'FULL_TIME',
  location_type: 'onsite',
  city: 'Peshawar',
  country: 'PK',
  description: '<p>Letters.</p>',
  status: 'open',
  openings: 1,
};

const makeJob = async (): Promise<number> => (await admin.read('addJob', job)).id;

const fillRows = rows.filter(({ answeredBy = 'host' }) => !['host', 'named'].includes(answeredBy));
const adminRows = fillRows.filter(({ access }) => access === 'admin');

describe('who may use what the engine fills in', () => {
  it('a customer of the host may use none of it, nor what has the same people in it, and a visitor is asked to sign in', async () => {
    for (const row of adminRows) {
      const name = row.name as CallName;
      const { status, body } = await customer.call(name);
      expect([name, status, body.code]).toEqual([name, 403, 'role.notAllowed']);
      expect([name, (await visit(app).call(name)).status]).toEqual([name, 401]);
    }
    const own = [
      'intake',
      'getActivity',
      'exportActivity',
      'siteStatus',
      'live',
      'downloadIntakeFile',
    ] as const;
    for (const name of own) expect([name, (await customer.call(name)).status]).toEqual([name, 403]);
  });

  it('a customer may still use what the host lets them, and reads what every visitor does', async () => {
    await customer.call('activeBlogs').expect(200);
    await customer.call('jobs').expect(200);
    await customer.call('blogs').expect(403);
    await customer.call('restoreDeleted', { resource: 'job', id: 1 }).expect(403);
  });

  it('the admin may, and nothing of the engine that the host has: no accounts, no library', async () => {
    await admin.call('getApplicants').expect(200);
    expect(await admin.read('deskCounts')).toEqual({
      unread_applicants: 0,
      new_messages: 0,
      deletions_due: 0,
      jobs_closing: 0,
      draft_jobs: 0,
      scheduled_jobs: 0,
    });
    for (const name of ['getPeople', 'getPictures', 'getAccount', 'findAnything'] as const)
      expect((await admin.call(name)).body.code, name).toBe('host.callMissing');
    await visit(app).call('login', { email: 'admin@localhost', password: 'whatever it is' }).expect(401);
  });
});

describe('what the engine fills in', () => {
  it('a visitor applies with a CV; the admin of the host reads it, notes something, and it says who', async () => {
    const id = await makeJob();
    const visitor = visit(app);
    expect((await visitor.read('singleJob', id)).title).toBe(job.title);
    expect((await visitor.get('/careers')).text).toContain(job.title);
    const cv = applicationForm().find(({ name }) => name === 'cv') as Extract<FormPart, { file: Buffer }>;
    await visitor.read('applyJobFor', id, applicationForm({ form_token: await oldToken() }));
    const [applicant, ...others] = (await admin.read('getApplicants', { job_id: id })).data;
    expect(others).toEqual([]);
    const got = await admin.call('downloadCv', applicant.id).buffer();
    expect(Buffer.compare(got.body as Buffer, cv.file)).toBe(0);
    await customer.call('downloadCv', applicant.id).expect(403);
    await admin.read('addApplicantNote', applicant.id, { note: 'Call her' });
    const { notes } = await admin.read('getSingleApplicant', applicant.id);
    expect(notes).toMatchObject([{ note: 'Call her', who: host.admin.email }]);
    const line = { action: 'addApplicantNote', who: expect.objectContaining({ email: host.admin.email }) };
    await expect
      .poll(async () => (await admin.read('getActivity')).data)
      .toContainEqual(expect.objectContaining(line));
  });

  it('has the versions of each side', async () => {
    const id = await makeJob();
    await admin.read('updateJob', id, { ...job, title: 'Letter designer' });
    const listed = async (query: string) => (await admin.read('getVersions', query)).data;
    const [, first] = await listed(`resource=job&id=${id}`);
    expect(await admin.read('getVersion', first.id)).toMatchObject({
      title: 'Type designer',
    });
    await customer.call('getVersion', first.id).expect(403);
    await admin.read('restoreVersion', first.id, {});
    expect((await admin.read('singleJob', id)).title).toBe('Type designer');

    const [post] = host.data.rows.posts ?? [];
    const was = post?.title;
    const edit = async (blog_title: string) => {
      const texts = { blog_id: String(post?.id), blog_title, is_active: '1', description: '<p>Words</p>' };
      await admin.read('editBlog', textParts(texts));
    };
    await edit('Of today');
    const [, before] = await listed(`resource=blog&id=${post?.id}`);
    await admin.read('restoreVersion', before.id, {});
    expect(post?.title).toBe(was);
    expect((await visit(app).read('hostCalls')).versions).toEqual(['blog', 'job']);
  });

  it("pictures of the engine have a prefix of their own: the host's may lie at the same paths", async () => {
    const member = [
      { name: 'name', text: 'Zarghuna' },
      { name: 'designation', text: 'Type designer' },
      await jpeg('image'),
    ];
    await admin.read('addTeamMember', member);
    const [{ image }] = (await visit(app).read('team')).data;
    expect(image).toMatch(/^\/own-media\/\d{4}\/[0-9a-f]{32}\.jpg$/);
    const picture = await visit(app).get(image);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    host.requests.splice(0);
    // The same path without the prefix is the host's.
    await visit(app).get(image.replace('/own-media', '/storage'));
    expect(host.requests.map((each) => each.path)).toEqual([image.replace('/own-media', '/storage')]);
    expect((await visit(app).get('/team')).text).toContain('/own-media/');
  });
});

/** Returns a form token as the site issues it, one minute old, since a person needs that long for the form. */
async function oldToken() {
  const keys = await purposeKeys({ SESSION_SECRET: [secret], DATA_DIR: app.dataDir }, 'studio form token');
  return createFormTokens(keys, () => Date.now() - minute).issue();
}

describe("the host's word", () => {
  const applicants = () => admin.call('getApplicants');

  it('ends the access at once when it is no, whichever call has heard it', async () => {
    await applicants().expect(200);
    host.endTokens();
    // The authorisation is cached for five minutes, but a refused call to the host overrides it.
    await admin.call('blogs').expect(401);
    admin = await as(host.admin);
    const { cookie } = await signIn(app, host.admin);
    const copied = () => visit(app).call('getApplicants').set('cookie', cookie);
    await copied().expect(200);
    host.endTokens();
    const refused = await visit(app).call('blogs').set('cookie', cookie);
    expect([refused.status, String(refused.headers['set-cookie'])]).toEqual([
      401,
      expect.stringContaining('Max-Age=0'),
    ]);
    await copied().expect(401);
  });

  it('lets nobody in without it: a host that is down for more than five minutes', async () => {
    admin = await as(host.admin);
    await applicants().expect(200);
    await host.stop();
    clock += 4 * minute;
    await applicants().expect(200);
    clock += 2 * minute;
    const refused = await applicants();
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'upstream.down',
      expect.any(String),
    ]);
    // The engine's own calls of visitors do not depend on the host.
    await visit(app).call('jobs').expect(200);
    expect((await visit(app).get('/readyz')).body).toMatchObject({ status: 'unavailable', embedded: 'ok' });
  });
});
