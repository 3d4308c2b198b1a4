// @module-tag deep/hosts: the engine answers beside a host
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { purposeKeys } from '../../../server/bff/session/secrets.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';
import { type ExampleHost, openHost } from '../../hosts/host.ts';
import { hostFileOf } from '../../hosts/site.ts';
import { applicationForm, type FormPart, jpeg, sendForm } from '../../support/forms.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/** The product in front of a host that has customer accounts, but, by its host.json, no jobs, applicants or messages. */
const minute = 60_000;
const secret = 'a secret of the tests that has more than 32 bytes';
let host: ExampleHost;
let example: Json & { calls: Json; token: Json };
let app: TestApp;
let admin: Agent;
let customer: Agent;
/** Clock of the product. */
let clock = 0;

type Json = Record<string, unknown>;

const calls = 'login logout blogs activeBlogs singlePost saveBlog editBlog deleteBlog team getTeam'.split(
  ' ',
);

/** A host.json for this host, as an engineer would write it. */
const hostFile = (changed: Json = {}): Json & { calls: Json } => ({
  ...example,
  token: {
    ...{ from: { body: 'token' }, user: { name: 'user.email', email: 'user.email' } },
    check: { path: '/user', envelope: { one: '' } },
  },
  admins: { at: 'user.role', is: ['manager'] },
  calls: Object.fromEntries(calls.map((name) => [name, example.calls[name]])),
  ...changed,
});

async function writeFileTo(dataDir: string, file: Json): Promise<void> {
  await writeFile(join(dataDir, 'host.json'), JSON.stringify(file), { mode: 0o600 });
}

async function startFilled(
  fills: string,
  file: Json,
  dataDir?: string,
  environment: Record<string, string> = {},
): Promise<TestApp> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'studio-fills-')));
  await writeFileTo(folder, file);
  return startTestApp(
    { ENGINE_FILLS: fills, DATA_DIR: folder, SESSION_SECRET: secret, SAMPLE_CONTENT: 'on', ...environment },
    { cache: { maxBytes: 0, now: () => performance.now() + clock } },
  );
}

const as = async (who: ExampleHost['admin']) => (await signIn(app, who)).agent;

beforeAll(async () => {
  host = await openHost('laravel', { posts: 3, projects: 1 });
  example = JSON.parse(await hostFileOf(host));
  app = await startFilled('jobs,applicants,team,messages', hostFile());
  admin = await as(host.admin);
  customer = await as(host.customer);
});

afterAll(async () => {
  await app.close();
});

const path = (name: CallName, id = 1) =>
  callPath(contract[name], contract[name].path.includes('{id}') ? { id } : {});

/** Returns an empty call of a row: authorisation is checked before the content. */
function bare(agent: Agent, row: ContractRow) {
  const address = row.path.replace('{id}', '1');
  return row.method === 'GET'
    ? agent.get(address)
    : row.method === 'DELETE'
      ? agent.delete(address)
      : agent.post(address).send();
}

const job = {
  ...{ title: 'Type designer', department: 'Design', employment_type: 'FULL_TIME', location_type: 'onsite' },
  ...{ city: 'Peshawar', country: 'PK', description: '<p>Letters.</p>', status: 'open', openings: 1 },
};

async function makeJob(): Promise<number> {
  const answer = await admin.post(path('addJob')).send(job);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
}

const fillRows = rows.filter(({ answeredBy = 'host' }) => !['host', 'named'].includes(answeredBy));
const adminRows = fillRows.filter(({ access }) => access === 'admin');

describe('who may use what the engine fills in', () => {
  it.each(adminRows.map((row) => [row.name, row] as const))(
    'a customer of the host: not %s',
    async (_name, row) => {
      const answer = await bare(customer, row);
      expect([answer.status, answer.body.code], answer.text).toEqual([403, 'role.notAllowed']);
    },
  );

  it.each(['intake', 'getActivity', 'exportActivity', 'siteStatus', 'live', 'downloadIntakeFile'] as const)(
    'nor %s, which has the same people in it',
    async (name) => expect((await customer.get(path(name))).status).toBe(403),
  );

  it('a customer may still use what the host lets them, and reads what every visitor does', async () => {
    expect((await customer.get(path('activeBlogs'))).status).toBe(200);
    expect((await customer.get(path('jobs'))).status).toBe(200);
    expect((await customer.get(path('blogs'))).status).toBe(403);
    expect((await customer.post(path('restoreDeleted')).send({ resource: 'job', id: 1 })).status).toBe(403);
  });

  it('a visitor is asked to sign in', async () => {
    for (const row of adminRows) expect((await bare(visit(app), row)).status, row.name).toBe(401);
  });

  it('the admin may, and nothing of the engine that the host has: no accounts, no library', async () => {
    expect((await admin.get(path('getApplicants'))).status).toBe(200);
    expect((await admin.get(path('deskCounts'))).body.data).toEqual({
      ...{ unread_applicants: 0, new_messages: 0, deletions_due: 0 },
      ...{ jobs_closing: 0, draft_jobs: 0, scheduled_jobs: 0 },
    });
    for (const name of ['getPeople', 'getPictures', 'getAccount', 'findAnything'] as const)
      expect((await admin.get(path(name))).body.code, name).toBe('host.callMissing');
    expect(
      (await visit(app).post(path('login')).send({ email: 'admin@localhost', password: 'whatever it is' }))
        .status,
    ).toBe(401);
  });
});

describe('what the engine fills in', () => {
  it('a visitor applies with a CV; the admin of the host reads it, notes something, and it says who', async () => {
    const id = await makeJob();
    const visitor = visit(app);
    expect((await visitor.get(path('singleJob', id))).body.data.title).toBe(job.title);
    const page = await visitor.get('/careers');
    expect(page.text).toContain(job.title);
    const cv = applicationForm().find(({ name }) => name === 'cv') as Extract<FormPart, { file: Buffer }>;
    const sent = await sendForm(
      visitor.post(path('applyJobFor', id)),
      applicationForm({ form_token: await oldToken() }),
    );
    expect(sent.status, sent.text).toBe(200);
    const { data } = (await admin.get(`${path('getApplicants')}?job_id=${id}`)).body.data;
    expect(data).toHaveLength(1);
    const got = await admin.get(path('downloadCv', data[0].id)).buffer();
    expect(Buffer.compare(got.body as Buffer, cv.file)).toBe(0);
    expect((await customer.get(path('downloadCv', data[0].id))).status).toBe(403);
    await admin.post(path('addApplicantNote', data[0].id)).send({ note: 'Call her' }).expect(200);
    const { notes } = (await admin.get(path('getSingleApplicant', data[0].id))).body.data;
    expect(notes).toMatchObject([{ note: 'Call her', who: host.admin.email }]);
    await expect
      .poll(async () => (await admin.get(path('getActivity'))).body.data.data)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            action: 'addApplicantNote',
            who: expect.objectContaining({ email: host.admin.email }),
          }),
        ]),
      );
  });

  it('has the versions of each side, and keeps nothing of whoever asked to be deleted, on whichever side', async () => {
    const id = await makeJob();
    await admin
      .post(path('updateJob', id))
      .send({ ...job, title: 'Letter designer' })
      .expect(200);
    const listed = async (query: string) =>
      (await admin.get(`${path('getVersions')}?${query}`).expect(200)).body.data.data;
    const [, first] = await listed(`resource=job&id=${id}`);
    expect((await admin.get(path('getVersion', first.id))).body.data).toMatchObject({
      title: 'Type designer',
    });
    await customer.get(path('getVersion', first.id)).expect(403);
    await admin.post(path('restoreVersion', first.id)).send({}).expect(200);
    expect((await admin.get(path('singleJob', id))).body.data.title).toBe('Type designer');

    const [post] = host.data.rows.posts ?? [];
    const was = post?.title;
    const edit = async (title: string) =>
      sendForm(admin.post(path('editBlog')), [
        ...[
          { name: 'blog_id', text: String(post?.id) },
          { name: 'blog_title', text: title },
        ],
        ...[
          { name: 'is_active', text: '1' },
          { name: 'description', text: '<p>Words</p>' },
        ],
      ]).expect(200);
    await edit('Of zarghuna@example.com');
    const [, before] = await listed(`resource=blog&id=${post?.id}`);
    await admin.post(`/api/restoreVersion/${before.id}`).send({}).expect(200);
    expect(post?.title).toBe(was);
    expect((await visit(app).get(path('hostCalls'))).body.data.versions).toEqual(['blog', 'job']);

    expect(await listed(`resource=blog&id=${post?.id}`)).toHaveLength(3);
    const asks = { app_name: 'Chowk', account_identifier: 'zz', email: 'zarghuna@example.com', name: 'Z' };
    const sent = await visit(app).post(path('requestAccountDeletion')).send(asks);
    expect(sent.status, sent.text).toBe(200);
    // The form was sent faster than a person types, so it is in spam.
    const [message] = (await admin.get(`${path('getMessages')}?folder=spam`)).body.data.data;
    await admin.post(path('updateMessageStatus', message.id)).send({ status: 'archived' }).expect(200);
    // The version that contained the names is erased; the earlier one remains.
    expect(await listed(`resource=blog&id=${post?.id}`)).toHaveLength(2);
  });

  it("pictures of the engine have a prefix of their own: the host's may lie at the same paths", async () => {
    const member = [
      { name: 'name', text: 'Zarghuna' },
      { name: 'designation', text: 'Type designer' },
      await jpeg('image'),
    ];
    await sendForm(admin.post(path('addTeamMember')), member).expect(200);
    const [{ image }] = (await visit(app).get(path('team'))).body.data.data;
    expect(image).toMatch(/^\/own-media\/\d{4}\/[0-9a-f]{32}\.jpg$/);
    const picture = await visit(app).get(image);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    host.requests.splice(0);
    // The same path without the prefix is the host's.
    await visit(app).get(image.replace('/own-media', '/storage'));
    expect(host.requests.map((each) => each.path)).toEqual([image.replace('/own-media', '/storage')]);
    expect((await visit(app).get('/team')).text).toContain('/own-media/');
  });

  it('has one trash, and for a customer nothing of the engine in it', async () => {
    const id = await makeJob();
    await admin.post(path('deleteJob', id)).expect(200);
    const { data } = (await admin.get(path('getTrash')).expect(200)).body;
    expect(data.data).toMatchObject([{ resource: 'job', id, name: job.title }]);
    const theirs = (await customer.get(path('getTrash')).expect(200)).body.data;
    expect([theirs.total, theirs.data]).toEqual([0, []]);
  });
});

/** Returns a form token as the site issues it, one minute old, since a person needs that long for the form. */
async function oldToken(): Promise<string> {
  const keys = await purposeKeys({ SESSION_SECRET: [secret], DATA_DIR: app.dataDir }, 'studio form token');
  return createFormTokens(keys, () => Date.now() - minute).issue();
}

describe("the host's word", () => {
  const applicants = () => admin.get(path('getApplicants'));
  const checks = () => host.requests.filter((each) => each.path.endsWith('/user')).length;

  it('is asked for once for many calls, and again after five minutes', async () => {
    clock += 6 * minute;
    host.requests.splice(0);
    const answers = await Promise.all(Array.from({ length: 8 }, applicants));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(checks()).toBe(1);
    clock += 4 * minute;
    expect((await applicants()).status).toBe(200);
    expect(checks()).toBe(1);
    clock += 1 * minute;
    expect((await applicants()).status).toBe(200);
    expect(checks()).toBe(2);
  });

  it('survives a restart, and so does what the engine has', async () => {
    const id = await makeJob();
    const { cookie } = await signIn(app, host.admin);
    await app.close({ keepData: true });
    app = await startFilled('jobs,applicants,team,messages', hostFile(), app.dataDir);
    const again = visit(app).get(path('getJobs')).set('cookie', cookie);
    expect((await again).body.data.data.map((each: Json) => each.id)).toContain(id);
    admin = await as(host.admin);
    customer = await as(host.customer);
    expect((await customer.get(path('getJobs'))).status).toBe(403);
  });

  it('ends the access at once when it is no, whichever call has heard it', async () => {
    expect((await applicants()).status).toBe(200);
    host.endTokens();
    // The authorisation is cached for five minutes, but a refused call to the host overrides it.
    expect((await admin.get(path('blogs'))).status).toBe(401);
    admin = await as(host.admin);
    const { cookie } = await signIn(app, host.admin);
    const copied = () => visit(app).get(path('getApplicants')).set('cookie', cookie);
    expect((await copied()).status).toBe(200);
    host.endTokens();
    await visit(app).get(path('blogs')).set('cookie', cookie).expect(401);
    const refused = await copied();
    expect([refused.status, String(refused.headers['set-cookie'])]).toEqual([
      401,
      expect.stringContaining('Max-Age=0'),
    ]);
  });

  it('lets nobody in without it: a host that is down for more than five minutes', async () => {
    admin = await as(host.admin);
    expect((await applicants()).status).toBe(200);
    await host.stop();
    clock += 4 * minute;
    expect((await applicants()).status).toBe(200);
    clock += 2 * minute;
    const refused = await applicants();
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'upstream.down',
      expect.any(String),
    ]);
    // The engine's own calls of visitors do not depend on the host.
    expect((await visit(app).get(path('jobs'))).status).toBe(200);
    expect((await visit(app).get('/readyz')).body).toMatchObject({ status: 'unavailable', embedded: 'ok' });
  });
});
