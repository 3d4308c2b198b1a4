import { expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { linkPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import type { PreviewLink } from '#shared/schemas/preview.ts';
import { withEngines } from '../../support/engines.ts';
import { goodJob } from '../../support/forms.ts';
import { runSql } from '../../support/run-sql.ts';
import { blogDraft, makeBlog, makeJob, makeLink, makeProject } from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;
  const page = (path: string) => engine.visitor.get(path).set('Accept', 'text/html');

  /** Opens a page as a person does, and checks the headers of every page by link. */
  async function open({ secret = '' }: Pick<PreviewLink, 'secret'>) {
    const { headers, status, text } = await page(linkPath('preview', secret));
    expect(headers).not.toHaveProperty('etag');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    return { status, text };
  }

  it('shows a draft to whoever has the link, as the public page, and to nobody else', async () => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    const image = `data:image/png;base64,${'A'.repeat(4_000)}`;
    const description = `<h2>Soon</h2><script>alert(1)</script><img src="${image}" onerror="x">`;
    const link = await makeLink(engine, { row_id: id, draft: { ...blogDraft, description } });
    await page(pathTo('viewBlog', { id })).expect(404);
    // Robots request the link first, more than once.
    for (const method of ['get', 'head', 'get'] as const)
      await engine.visitor[method](linkPath('preview', link.secret ?? '')).expect(200);
    const { status, text } = await open(link);
    expect(status).toBe(200);
    for (const words of ['A draft نقشہ', '<h2>Soon</h2>', image, 'About this preview'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/alert\(1\)|onerror|<script type="module"|page-state|ld\+json|rel="canonical"/);
    expect(text).not.toContain(link.secret);
  });

  it('has one page for what is wrong, taken back, or a draft of something deleted', async () => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    const [first, second] = [await makeLink(engine, { row_id: id }), await makeLink(engine, { row_id: id })];
    const nothing = await open({ secret: 'A'.repeat(22) });
    expect(nothing.status).toBe(404);
    expect((await open(first)).status).toBe(200);
    for (const path of [
      linkPath('reset', first.secret ?? ''),
      `${linkPath('preview', first.secret ?? '')}/x`,
    ])
      expect(await page(path)).toMatchObject(nothing);
    await read('revokeContentPreview', first.id);
    expect(await open(first)).toEqual(nothing);
    expect((await open(second)).status).toBe(200);
    await read('deleteBlog', id);
    expect(await open(second)).toEqual(nothing);
    await engine.visitor.post(linkPath('preview', second.secret ?? '')).expect(405);
  });

  it('says its secret in no log line, also of what is refused', async () => {
    const { secret = '' } = await makeLink(engine);
    const path = linkPath('preview', secret);
    for (const asked of [`${path}?x=${secret}`, path.replace('preview', 'Preview')]) await page(asked);
    for (const method of ['post', 'delete'] as const) await engine.visitor[method](path).expect(405);
    const logged = () => JSON.stringify(engine.app.logLines);
    if (!engine.isOnPostgres) await expect.poll(logged).toMatch(/"DELETE","path":"\/preview\/-"/);
    expect(logged()).not.toContain(secret);
  });

  it('shows drafts of projects and jobs, and takes no application for one', async () => {
    const { id: row_id, category_id, images } = await makeProject(engine);
    const project = { title: 'Project to be', description: '<p>p</p>', project_url: '', category_id };
    const ofProject = await makeLink(engine, { resource: 'project', row_id, draft: project });
    // With the stored pictures.
    for (const words of ['Project to be', images[0]?.image])
      expect((await open(ofProject)).text).toContain(words);
    const job = { ...goodJob, title: 'Job to be', show_salary: 0, closes_at: '2020-05-17' };
    const { status, text } = await open(await read('saveJobPreview', { draft: job }));
    expect([status, text.includes('Job to be'), text.includes('<form inert')]).toEqual([200, true, true]);
    expect(text).not.toMatch(/150[,.]?000|May 2020|2020-05-17/);
  });

  it('is read by the release before, and shows the pictures of now whichever release has stored it', async () => {
    const { id, blog_image } = await makeBlog(engine);
    const link = await makeLink(engine, { row_id: id });
    const [row] = await runSql(engine, 'select entity from previews where id = $1', [Number(link.id)]);
    const stored = JSON.parse(String(row?.entity));
    expect(stored).toMatchObject({ id, is_active: 1, ...blogDraft, blog_image });
    const older = JSON.stringify({ ...stored, blog_image: '/storage/2026/replaced.webp', picture_ids: {} });
    await runSql(engine, 'update previews set entity = $1 where id = $2', [older, Number(link.id)]);
    const { text } = await open(link);
    expect([text.includes(String(blog_image)), text.includes('replaced')]).toEqual([true, false]);
  });

  it('links to a new post are those of the row that the first save makes', async () => {
    const old = await makeBlog(engine);
    const links = async (id?: Id) => {
      const all = await read('contentPreviews', { resource: 'blog', ...(id && { id }) });
      return all.map((link: PreviewLink) => link.id);
    };
    const [first, second] = [await makeLink(engine), await makeLink(engine)];
    // A colleague's own new post, which nobody has saved yet.
    const { id: foreign } = await makeLink(engine);
    await runSql(engine, 'update previews set admin_id = 987654 where id = $1', [Number(foreign)]);
    const { id } = await makeBlog(engine);
    expect(await links(id)).toEqual([second.id, first.id]);
    expect(await links()).toEqual([]);
    expect(await links(old.id)).not.toContain(first.id);
  });

  it('lets a link show a newer draft, and holds so many links and no more, until it ends', async () => {
    const { id: row_id } = await makeBlog(engine);
    const link = await makeLink(engine, { row_id });
    const draft = { ...blogDraft, blog_title: 'Second thought' };
    const updated = await makeLink(engine, { row_id, link_id: link.id, draft });
    expect([updated.id, updated.secret]).toEqual([link.id, undefined]);
    const other = await makeBlog(engine);
    const elsewhere = { resource: 'blog', row_id: other.id, link_id: link.id, draft };
    await call('saveContentPreview', elsewhere).expect(404);
    for (const [more, minutes] of [
      [{}, 7 * 24 * 60],
      [{ days: 1 }, 24 * 60],
      [{ own: 1 }, 60],
    ] as const) {
      const { created_at, expires_at } = await makeLink(engine, { row_id: other.id, ...more });
      expect((Date.parse(expires_at) - Date.parse(created_at)) / 60_000).toBe(minutes);
    }
    expect((await open(link)).text).toContain('Second thought');
    for (let more = 1; more < 10; more += 1) await makeLink(engine, { row_id });
    const { status, body } = await call('saveContentPreview', { resource: 'blog', row_id, draft });
    expect([status, body.message]).toEqual([422, 'This already has 10 links. Revoke one first.']);
    // The admin's own preview does not count and is in no list.
    expect((await open(await makeLink(engine, { row_id, own: 1 }))).status).toBe(200);
    expect(await read('contentPreviews', { resource: 'blog', id: row_id })).toHaveLength(10);
    await runSql(engine, "update previews set expires_at = '2020-01-01T00:00:00.000Z'");
    expect((await open(link)).status).toBe(404);
  });

  it('has no plan any more when it is taken back, or done by hand', async () => {
    const publish_at = new Date(Date.now() + 86_400_000).toISOString();
    const [post, job] = [await makeBlog(engine, { is_active: '0' }), await makeJob(engine)];
    const plans = async () =>
      [...(await read('blogSchedules')), ...(await read('jobSchedules'))].map(({ row_id }) => row_id);
    const plan = async (times: object) => (await call('scheduleBlog', post.id, times)).body.message;
    expect(await plan({ publish_at })).toBe('Schedule saved');
    expect(await plan({ publish_at: null, unpublish_at: null })).toBe('Schedule removed');
    expect(await plans()).not.toContain(post.id);
    await plan({ publish_at });
    await read('scheduleJob', job.id, { publish_at });
    await read('updateJobStatus', job.id, { status: 'open' });
    await read('deleteBlog', post.id);
    expect(await plans()).toEqual([]);
    const empty = await makeJob(engine, { description: '' });
    const { status, body } = await call('scheduleJob', empty.id, { publish_at });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['publish_at']]);
  });

  it('publishes at the moment, with the date of the plan, seen by visitors at once', async () => {
    const { id } = await makeBlog(engine, { is_active: '0' });
    const job = await makeJob(engine, { status: 'draft' });
    // Late enough for the calls that schedule it.
    const publish_at = new Date(Date.now() + 3_000).toISOString();
    const shown = async () => (await page(pathTo('viewBlog', { id }))).status;
    expect(await shown()).toBe(404);
    await read('scheduleBlog', id, { publish_at });
    await read('scheduleJob', job.id, { publish_at });
    await expect.poll(shown).toBe(200);
    expect(await engine.visitor.read('singlePost', id)).toMatchObject({
      is_active: 1,
      created_at: publish_at,
    });
    await expect.poll(async () => (await engine.visitor.call('singleJob', job.id)).status).toBe(200);
    expect(await read('blogSchedules')).not.toContainEqual(expect.objectContaining({ row_id: id }));
  });
});
