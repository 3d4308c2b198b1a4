import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { type Engine, withEngine } from '../../support/engines.ts';
import { blogEditForm, type FormPart, projectEditForm, projectForm, sendForm } from '../../support/forms.ts';
import { openPage, pageForms, postPage } from '../../support/page-forms.ts';
import { giveTextIds } from '../../support/text-ids.ts';
import { makeApplicant } from './cases/applicants.ts';
import { makeBlog } from './cases/blogs.ts';
import { makeJob } from './cases/jobs.ts';
import { makeProject } from './cases/projects.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tests ids that are texts: on a host without numbers, and on the embedded engine with imported content. */
const everyId = (engine: Engine) => {
  const made: Record<'post' | 'category' | 'project' | 'job', Id> = {
    post: '',
    category: '',
    project: '',
    job: '',
  };
  beforeAll(async () => {
    const pixels = sharp({
      create: {
        width: 600,
        height: 300,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: '#000',
      },
    });
    const picture = `data:image/jpeg;base64,${(await pixels.jpeg().toBuffer()).toString('base64')}`;
    made.post = (await makeBlog(engine, { description: `<p>Words</p><p><img src="${picture}"></p>` })).id;
    const project = await makeProject(engine);
    made.project = project.id;
    made.category = project.category_id;
    made.job = (await makeJob(engine, { status: 'open', title: 'Animator' })).id;
  });
  const post = (call: CallName, id: Id | undefined, json: object = {}) =>
    engine.admin.post(callPath(contract[call], id === undefined ? {} : { id })).send(json);
  const form = (call: CallName, id: Id | undefined, parts: FormPart[]) =>
    sendForm(engine.admin.post(callPath(contract[call], id === undefined ? {} : { id })), parts);

  it('what is made has the text for its id', () => {
    for (const id of Object.values(made)) expect(id).toMatch(uuid);
  });

  it('pages, share images, sitemap and feed lead to them', async () => {
    const pages = [`/view-blog/${made.post}`, `/portfolioOne/${made.project}`, `/careers/apply/${made.job}`];
    const sitemap = (await openPage(engine.app, '/sitemap.xml')).text;
    for (const path of pages) {
      const page = await openPage(engine.app, path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).toContain(`<link rel="canonical" href="${engine.app.url}${path}"`);
      expect(sitemap).toContain(`${engine.app.url}${path}<`);
    }
    expect((await openPage(engine.app, '/publishing')).text).toContain(`href="/view-blog/${made.post}"`);
    expect((await openPage(engine.app, '/careers/apply')).text).toContain(`/careers/apply/${made.job}`);
    // A post and a project have a cover, which is a photograph.
    for (const [kind, id, type] of [
      ['post', made.post, 'image/jpeg'],
      ['project', made.project, 'image/jpeg'],
      ['job', made.job, 'image/png'],
    ] as const) {
      const image = await engine.visitor.get(`/share/${kind}/${id}.png`);
      expect([image.status, image.headers['content-type']]).toEqual([200, type]);
    }
  });

  it('an image in a text has an address of its own below it', async () => {
    const { text } = await openPage(engine.app, `/view-blog/${made.post}`);
    const [address = ''] = /\/img\/inline\/post\/[\w-]+\/[\w-]{16}\/\d+/.exec(text) ?? [];
    expect(address).toContain(`/post/${made.post}/`);
    await engine.visitor.get(address).expect(200);
  });

  it('an id may have dots and tildes, and is no way up', async () => {
    const { id } = await makeBlog(engine);
    const known = engine.stub?.data.blogs.find((each) => each.id === id);
    if (known) known.id = 'a..b~c.';
    await engine.database?.query(`update blogs set public_id = 'a..b~c.' where public_id = $1`, [id]);
    expect((await openPage(engine.app, '/view-blog/a..b~c.')).status).toBe(200);
    expect((await engine.visitor.get('/api/singlePost/a..b~c.').expect(200)).body.data.id).toBe('a..b~c.');
    await post('deleteBlog', 'a..b~c.').expect(200);
  });

  it('what fits no id is asked of nobody', async () => {
    for (const path of [
      '/view-blog/-x',
      '/portfolioOne/~x',
      '/careers/apply/a%20b',
      `/view-blog/${'a'.repeat(65)}`,
    ])
      expect((await openPage(engine.app, path)).status).toBe(404);
    expect((engine.stub?.requests ?? []).filter(({ url }) => /single/.test(url))).toEqual([]);
  });

  it('forms and bodies name them: a post, a project and a job are changed', async () => {
    expect((await form('editBlog', undefined, await blogEditForm(made.post))).status).toBe(200);
    const edited = await form('updateProject', made.project, await projectEditForm(made.category));
    expect([edited.status, edited.body.data?.category_id]).toEqual([200, made.category]);
    const job = await engine.admin.get(callPath(contract.singleJob, { id: made.job })).expect(200);
    const closed = await post('updateJobStatus', made.job, { status: 'closed' }).expect(200);
    expect(closed.body.data).toMatchObject({ id: made.job, status: 'closed', title: job.body.data.title });
    await post('updateJobStatus', made.job, { status: 'open' }).expect(200);
    const other = await makeJob(engine, { status: 'open' });
    await post('reorderJobs', undefined, { ids: [other.id, made.job] }).expect(200);
  });

  it('somebody applies on the page of a job, and is found by it', async () => {
    const application = pageForms.application.parts();
    const sent = await postPage(engine.app, `/careers/apply/${made.job}`, application);
    expect(sent.status).toBe(303);
    const { id } = await makeApplicant(engine, {}, made.job);
    const list = await engine.admin.get(`${callPath(contract.getApplicants)}?job_id=${made.job}`).expect(200);
    expect(list.body.data.data.map((each: { id: Id }) => each.id)).toContain(id);
    await post('bulkApplicants', undefined, { ids: [id], action: 'shortlisted' }).expect(200);
    await post('deleteApplicant', id).expect(200);
  });

  it('the log names them, and finds the history of one', async () => {
    const { id } = await makeBlog(engine);
    await post('deleteBlog', id).expect(200);
    await post('restoreDeleted', undefined, { resource: 'blog', id }).expect(200);
    const history = `${callPath(contract.getHistory)}?resource=blog&id=${id}`;
    const lines = async () => (await engine.admin.get(history).expect(200)).body.data.data;
    await expect
      .poll(async () => (await lines()).map((line: { action: string }) => line.action))
      .toEqual(['restoreDeleted', 'deleteBlog', 'saveBlog']);
    expect((await lines()).every((line: { id: Id }) => line.id === id)).toBe(true);
    const other = await engine.admin.get(history.replace(/id=.*$/, 'id=nothing-has-this')).expect(200);
    expect(other.body.data.data).toEqual([]);
    await engine.admin.get(`${callPath(contract.getActivity)}?who=somebody`).expect(422);
  });

  it('what is deleted is gone from its page', async () => {
    await post('deleteJob', made.job).expect(200);
    expect((await openPage(engine.app, `/careers/apply/${made.job}`)).status).toBe(404);
  });
};

/** Records created by the engine have numbers. */
withEngine(
  'embedded',
  (engine) => {
    it('a text that no row came with names nothing in queries, bodies and forms', async () => {
      const text = '1e3';
      const read = async (call: CallName, query: string) =>
        (await engine.admin.get(`${callPath(contract[call], { id: 1 })}?${query}`).expect(200)).body.data;
      const send = (call: CallName, json: object) => engine.admin.post(callPath(contract[call])).send(json);
      const { id } = await makeApplicant(engine);
      const post = await makeBlog(engine);
      expect((await read('getApplicants', `job_id=${text}`)).data).toEqual([]);
      expect((await read('matchingApplicants', `job_id=${text}`)).ids).toEqual([]);
      expect((await read('searchProjects', `category_id=${text}`)).data).toEqual([]);
      expect(await read('jobPreviews', `id=${text}`)).toEqual([]);
      expect((await read('getVersions', `resource=blog&id=${text}`)).data).toEqual([]);
      const bulk = await send('bulkApplicants', { ids: [text, id], action: 'shortlisted' }).expect(200);
      expect(bulk.body.data).toMatchObject({ changed: 1, before: [{ id }] });
      await send('restoreDeleted', { resource: 'blog', id: text }).expect(404);
      await send('eraseDeleted', { resource: 'blog', id: text }).expect(404);
      await send('saveJobPreview', { row_id: text, draft: {} }).expect((answer) => {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      });
      const edited = await sendForm(engine.admin.post(callPath(contract.editBlog)), await blogEditForm(text));
      expect(edited.status).toBe(404);
      const added = await sendForm(engine.admin.post(callPath(contract.addProject)), await projectForm(text));
      expect([added.status, Object.keys(added.body.errors)]).toEqual([422, ['category_id']]);
      for (const path of [`/view-blog/${text}`, `/portfolioOne/${text}`, `/careers/apply/${text}`])
        expect((await openPage(engine.app, path)).status).toBe(404);
      expect((await openPage(engine.app, `/view-blog/${post.id}`)).status).toBe(200);
    });

    describe('with what came from elsewhere', () => {
      beforeAll(async () => {
        if (engine.database) await giveTextIds(engine.database);
      });
      everyId(engine);
    });
  },
  { onPostgres: true },
);
