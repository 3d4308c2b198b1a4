import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { linkPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import type { PreviewLink } from '#shared/schemas/preview.ts';
import { withEngines } from '../../support/engines.ts';
import { makeBlog } from './cases/blogs.ts';
import { goodJob, makeJob } from './cases/jobs.ts';
import { makeProject } from './cases/projects.ts';
import { blogDraft, makeLink } from './cases/publishing.ts';

withEngines((engine) => {
  /** Opens a page as a person does, and checks the headers of every page by link. */
  async function open(secret = '', path = linkPath('preview', secret)) {
    const answer = await engine.visitor.get(path).set('Accept', 'text/html');
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    return answer;
  }

  it('shows a draft to whoever has the link, as the public page, and to nobody else', async () => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    const draft = {
      ...blogDraft,
      description: `<h2>Soon</h2><script>alert(1)</script><img src="data:image/png;base64,${'A'.repeat(4_000)}" onerror="x">`,
    };
    const { secret } = await makeLink(engine, { row_id: id, draft });
    await engine.visitor.get(pathTo('viewBlog', { id })).set('Accept', 'text/html').expect(404);
    // Robots request the link first, more than once.
    for (const method of ['get', 'head', 'get'] as const) {
      await engine.visitor[method](linkPath('preview', secret ?? '')).expect(200);
    }
    const { status, text } = await open(secret);
    expect(status).toBe(200);
    expect(text).toContain('A draft نقشہ');
    expect(text).toContain('<h2>Soon</h2>');
    expect(text).toContain(`data:image/png;base64,${'A'.repeat(4_000)}`);
    expect(text).not.toMatch(/alert\(1\)|onerror|<script type="module"|page-state|ld\+json|rel="canonical"/);
    expect(text).not.toContain(secret);
    expect(text).toContain('About this preview');
  });

  it('has one page for what is wrong, taken back, or a draft of something deleted', async () => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    const [first, second] = [await makeLink(engine, { row_id: id }), await makeLink(engine, { row_id: id })];
    const nothing = await open('A'.repeat(22));
    expect(nothing.status).toBe(404);
    expect((await open(first.secret)).status).toBe(200);
    await engine.call('revokeContentPreview', first.id).expect(200);
    expect((await open(first.secret)).text).toBe(nothing.text);
    expect((await open(second.secret)).status).toBe(200);
    await engine.call('deleteBlog', id).expect(200);
    const gone = await open(second.secret);
    expect([gone.status, gone.text]).toEqual([404, nothing.text]);
    await engine.visitor.post(linkPath('preview', second.secret ?? '')).expect(405);
  });

  it('shows drafts of projects and jobs, and takes no application for one', async () => {
    const project = await makeProject(engine);
    const draft = {
      title: 'Project to be',
      description: '<p>p</p>',
      project_url: '',
      category_id: project.category_id,
      images: project.images.map(({ image }) => image),
      video: null,
    };
    const ofProject = await makeLink(engine, { resource: 'project', row_id: project.id, draft });
    expect((await open(ofProject.secret)).text).toContain('Project to be');
    const job = await engine.call('saveJobPreview', {
      draft: { ...goodJob, title: 'Job to be', show_salary: 0 },
    });
    const { status, text } = await open(job.body.data.secret);
    expect([status, text.includes('Job to be'), text.includes('<form inert')]).toEqual([200, true, true]);
    expect(text).not.toMatch(/150[,.]?000/);
  });

  it('links to a new post are those of the row that the first save makes', async () => {
    const old = await makeBlog(engine);
    const links = async (id?: Id) => {
      const { body } = await engine.admin
        .call('contentPreviews')
        .query({ resource: 'blog', ...(id && { id }) });
      return (body.data as PreviewLink[]).map((link) => link.id);
    };
    const [first, second] = [await makeLink(engine), await makeLink(engine)];
    const { id } = await makeBlog(engine);
    expect(await links(id)).toEqual([second.id, first.id]);
    expect(await links()).toEqual([]);
    expect(await links(old.id)).not.toContain(first.id);
  });

  it('lets a link show a newer draft, and holds so many links and no more', async () => {
    const { id } = await makeBlog(engine);
    const link = await makeLink(engine, { row_id: id });
    const draft = { ...blogDraft, blog_title: 'Second thought' };
    const updated = await makeLink(engine, { row_id: id, link_id: link.id, draft });
    expect([updated.id, updated.secret]).toEqual([link.id, undefined]);
    expect((await open(link.secret)).text).toContain('Second thought');
    for (let more = 1; more < 10; more += 1) await makeLink(engine, { row_id: id });
    const body = { resource: 'blog', row_id: id, draft };
    const refused = await engine.call('saveContentPreview', body);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'This already has 10 links. Revoke one first.',
    ]);
    // The admin's own preview does not count and is in no list.
    expect((await open((await makeLink(engine, { row_id: id, own: 1 })).secret)).status).toBe(200);
    const list = await engine.call('contentPreviews', `resource=blog&id=${id}`);
    expect(list.body.data).toHaveLength(10);
  });

  it('publishes at the moment, with the date of the plan, seen by visitors at once', async () => {
    const { id, ...before } = await makeBlog(engine, { is_active: '0' });
    const job = await makeJob(engine, { status: 'draft' });
    // Late enough for the calls that schedule it.
    const publish_at = new Date(Date.now() + 3_000).toISOString();
    const page = () => engine.visitor.get(pathTo('viewBlog', { id })).set('Accept', 'text/html');
    await page().expect(404);
    for (const row of [contract.scheduleBlog, contract.scheduleJob]) {
      const of = row === contract.scheduleBlog ? id : job.id;
      await engine.admin
        .post(callPath(row, { id: of }))
        .send({ publish_at })
        .expect(200);
    }
    await expect.poll(async () => (await page()).status).toBe(200);
    const { body } = await engine.visitor.call('singlePost', id);
    expect(body.data).toMatchObject({ is_active: 1, created_at: publish_at });
    expect(body.data.created_at).not.toBe(before.created_at);
    const opened = () => engine.visitor.call('singleJob', job.id);
    await expect.poll(async () => (await opened()).body.data?.status).toBe('open');
    const left = await engine.call('blogSchedules');
    expect(left.body.data.filter((each: { row_id: Id }) => each.row_id === id)).toEqual([]);
  });
});
