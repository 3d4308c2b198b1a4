// @module-tag deep/hosts: in front of the hosts of hosts/examples
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blogSchema } from '#shared/entities/post.ts';
import { readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { type ExampleHost, openHost } from '../../hosts/host.ts';
import type { ShapeName } from '../../hosts/shapes.ts';
import { startSiteBefore } from '../../hosts/site.ts';
import {
  blogEditForm,
  blogForm,
  type FormPart,
  projectEditForm,
  projectForm,
  withTexts,
} from '../../support/forms.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import type { TestApp } from '../../support/start-test-app.ts';

interface Site {
  host: ExampleHost;
  app: TestApp;
  admin: Agent;
  visitor: Agent;
}

/** Starts a host and the product in front of it before the tests of a group. */
function siteBefore(name: ShapeName) {
  const site = {} as Site;
  beforeAll(async () => {
    site.host = await openHost(name);
    site.app = await startSiteBefore(site.host);
    site.visitor = visit(site.app);
    site.admin = (await signIn(site.app, site.host.admin)).agent;
  });
  afterAll(async () => {
    await site.app?.close();
    await site.host?.stop();
  });
  return site;
}

/** Returns the bytes of a media file below our own origin. */
async function bytesAt(agent: Agent, address: string | null | undefined): Promise<Buffer> {
  expect(address).toMatch(/^\/(?!\/)/);
  const answer = await agent.get(String(address)).responseType('blob').expect(200);
  return answer.body;
}

const filesOf = (form: readonly FormPart[]) => form.flatMap((part) => ('file' in part ? part.file : []));

describe.each(['laravel', 'json-api'] as const)('in front of a host as in hosts/examples/%s.json', (name) => {
  const site = siteBefore(name);
  it('visitors get the active posts page by page, the newest first, and a draft is there for an admin alone', async () => {
    const newest = site.host.posts().reverse();
    const wanted = newest.filter(({ isActive }) => isActive);
    const seen: string[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const list = pageOf(blogSchema).parse(await site.visitor.read('activeBlogs', { page }));
      expect(list).toMatchObject({ current_page: page, total: wanted.length });
      last = list.last_page;
      seen.push(...list.data.map(({ blog_title }) => blog_title));
    }
    expect(seen).toEqual(wanted.map(({ title }) => title));

    const shown = wanted.find(({ text, picture }) => picture && text.includes('<img'));
    const post = blogSchema.parse(await site.visitor.read('singlePost', shown?.id));
    expect(await bytesAt(site.visitor, post.blog_image)).toEqual(shown?.picture);
    const [, inText] = /<img[^>]* src="([^"]+)"/.exec(post.description) ?? [];
    expect((await bytesAt(site.visitor, inText)).subarray(1, 4).toString()).toBe('PNG');
    const row = site.host.data.rows.posts?.find(({ id }) => String(id) === shown?.id);
    // One host answers this moment without its zone.
    expect(post.created_at).toBe(new Date(Number(row?.published_at)).toISOString());

    const draft = newest.find(({ isActive }) => !isActive);
    await site.visitor.call('singlePost', draft?.id ?? '').expect(404);
    expect(await site.admin.read('singlePost', draft?.id)).toMatchObject({ is_active: 0 });
    expect((await site.admin.read('blogs')).total).toBe(newest.length);
    await site.visitor.call('blogs').expect(401);
  });

  it('a post is written with its picture; what was saved over or deleted comes back, and its old address leads there', async () => {
    const form = await blogForm({ is_active: '1' });
    await site.admin.read('saveBlog', form);
    const made = site.host.posts().at(-1);
    const texts = { title: 'Über uns ✓', text: '<p>Peshawar, <strong>پشاور</strong></p>', isActive: true };
    expect(made).toMatchObject({ ...texts, picture: filesOf(form)[0] });
    const id = made?.id ?? '';
    const post = blogSchema.parse(await site.visitor.read('singlePost', id));
    expect(await bytesAt(site.visitor, post.blog_image)).toEqual(made?.picture);

    const edit = withTexts(await blogEditForm(0, { is_active: '1' }), { blog_id: id });
    await site.admin.read('editBlog', edit);
    expect(site.host.posts().at(-1)).toMatchObject({
      title: 'Edited',
      picture: filesOf(edit)[0],
    });
    const [, found] = (await site.admin.read('getVersions', { resource: 'blog', id })).data;
    expect(found).toMatchObject({ kind: 'found', title: texts.title });
    const back = await site.admin.call('restoreVersion', found.id, {});
    // As on the engine, a restored version keeps the files of the present one.
    expect([back.status, back.body.data?.kept], back.text).toEqual([200, ['blog_image']]);
    const now = { ...made, picture: filesOf(edit)[0] };
    expect(site.host.posts().at(-1)).toEqual(now);

    await site.admin.read('deleteBlog', id);
    await site.admin.call('singlePost', id).expect(404);
    const deleted = { resource: 'blog', id: readId(id) };
    const restored = await site.admin.call('restoreDeleted', deleted).expect(200);
    const again = String(restored.body.data.id);
    expect(site.host.posts().at(-1)).toEqual({ ...now, id: again });
    const visited = await site.visitor.get(pathTo('viewBlog', { id })).set('accept', 'text/html');
    expect([visited.status, visited.headers.location]).toEqual([301, pathTo('viewBlog', { id: again })]);
    await site.admin.read('deleteBlog', again);
    await site.admin.call('deleteBlog', again).expect(404);
  });

  it('a project is added with its pictures, changed and deleted', async () => {
    const [category, other] = site.host.categories();
    const form = withTexts(
      (await projectForm(1)).filter((part) => part.name !== 'video'),
      { category_id: category?.id ?? '', project_url: '' },
    );
    await site.admin.read('addProject', form);
    const made = site.host.projects().at(-1);
    expect(made).toMatchObject({ title: 'The film', categoryId: category?.id, pictures: filesOf(form) });
    const edit = withTexts(
      (await projectEditForm(1)).filter((part) => 'text' in part),
      { category_id: other?.id ?? '' },
    );
    await site.admin.read('updateProject', made?.id, edit);
    expect(await site.visitor.read('getSingleProject', made?.id)).toMatchObject({ title: 'The other film' });
    expect(site.host.projects().at(-1)?.categoryId).toBe(other?.id);
    await site.admin.read('deleteProject', made?.id ?? '');
  });

  it('what the host refuses is said at the fields of ours', async () => {
    const form = (await blogForm()).map((part) =>
      'text' in part && part.name !== 'is_active' ? { ...part, text: '' } : part,
    );
    const { status, body } = await site.admin.call('saveBlog', form);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['blog_title', 'description']]);
  });

  it('a message arrives whole', async () => {
    const message = {
      name: 'Nadia',
      email: 'nadia@example.com',
      subject: 'Hello',
      message: 'A film,\nplease.',
    };
    await site.visitor.call('contactUs', message).expect(200);
    expect(site.host.data.rows.messages).toMatchObject([
      { name: 'Nadia', text: 'Hello\n\nA film,\nplease.' },
    ]);
  });

  it('a wrong password is 401, a customer without a role 403, and the token of either is at no one', async () => {
    const before = site.host.tokens();
    const login = (who: object) => visit(site.app).call('login', who);
    const wrong = await login({ ...site.host.admin, password: 'wrong' });
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    const customer = await login(site.host.customer);
    expect([customer.status, customer.body.code]).toEqual([403, 'login.noRole']);
    // The token is revoked at the host only while the answer is being sent.
    await expect.poll(() => site.host.tokens()).toEqual(before);
  });

  it('the token is nowhere, a sign-out ends it, and a session that the host ended is 401', async () => {
    const before = site.host.tokens();
    const { agent } = await signIn(site.app, site.host.admin);
    const [token] = site.host.tokens().slice(-1);
    const all = await agent.call('blogs').expect(200);
    expect(`${JSON.stringify(all.headers)}${all.text}`).not.toContain(token);
    await agent.read('logout');
    await expect.poll(() => site.host.tokens()).toEqual(before);
    site.host.endTokens();
    await site.admin.call('blogs').expect(401);
    expect((await site.admin.read('session')).authenticated).toBe(false);
    site.admin = (await signIn(site.app, site.host.admin)).agent;
  });
});
