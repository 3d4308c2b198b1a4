import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import { readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { blogSchema } from '#shared/schemas/blog.ts';
import { categorySchema } from '#shared/schemas/category.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { projectSchema } from '#shared/schemas/project.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { type HostName, type HostNamed, openHost } from '../../hosts/kinds.ts';
import { startSiteBefore } from '../../hosts/site.ts';
import { blogEditForm, blogForm, type FormPart, png, sendForm, without } from '../../support/forms.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import type { TestApp } from '../../support/start-test-app.ts';

/** The product in front of one of the three hosts. Filled before the first test. */
interface SiteBefore<Name extends HostName> {
  host: HostNamed<Name>;
  app: TestApp;
  /** A signed-in admin. */
  admin: Agent;
  visitor: Agent;
}

/** Starts host and product before the tests of the file, and stops them after. Neither has a rate limit. */
export function siteBefore<Name extends HostName>(name: Name): SiteBefore<Name> {
  const site: Partial<SiteBefore<Name>> = {};
  beforeAll(async () => {
    const host = await openHost(name, { perMinute: 10_000 });
    site.host = host;
    site.app = await startSiteBefore(host, {
      change(file) {
        delete file.calls_per_minute;
      },
    });
    site.visitor = visit(site.app);
    site.admin = (await signIn(site.app, host.admin)).agent;
  });
  afterAll(async () => {
    await site.app?.close();
    await site.host?.stop();
  });
  return site as SiteBefore<Name>;
}

/**
 * Tests the calls that every host must have: what visitors and admins read is compared with the host's data, and the
 * host's data with what they send.
 */
export function describeKnownCalls(site: SiteBefore<HostName>): void {
  const newest = () => site.host.posts().reverse();
  const write = async (call: CallName, form: FormPart[]) =>
    sendForm(site.admin.post(callPath(contract[call])), form);
  it('visitors get the active posts page by page, the newest first, with their pictures', async () => {
    const wanted = newest().filter(({ isActive }) => isActive);
    const seen: { id: unknown; title: string }[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const list = pageOf(blogSchema).parse(
        await read(site.visitor, 'activeBlogs', undefined, `?page=${page}`),
      );
      expect(list).toMatchObject({ current_page: page, total: wanted.length });
      last = list.last_page;
      seen.push(...list.data.map(({ id, blog_title: title }) => ({ id: String(id), title })));
      expect(list.data.every(({ is_active }) => is_active === 1)).toBe(true);
    }
    expect(seen).toEqual(wanted.map(({ id, title }) => ({ id, title })));
    const { data } = pageOf(blogSchema).parse(await read(site.visitor, 'activeBlogs'));
    const pictured = data.find(({ blog_image }) => blog_image);
    const theirs = site.host.posts().find(({ id }) => id === String(pictured?.id));
    expect(await bytesAt(site.visitor, pictured?.blog_image)).toEqual(theirs?.picture);
  });

  it('a post is whole, and a draft is there for an admin alone', async () => {
    const posts = newest();
    const shown = posts.find(({ isActive, text }) => isActive && text.includes('<img'));
    const post = blogSchema.parse(await read(site.visitor, 'singlePost', shown?.id));
    expect(post.description).toContain('Grüße, naïve façade, اردو');
    const [, inText] = /<img[^>]* src="([^"]+)"/.exec(post.description) ?? [];
    expect((await bytesAt(site.visitor, inText)).subarray(1, 4).toString()).toBe('PNG');

    const draft = posts.find(({ isActive }) => !isActive);
    await site.visitor.get(callPath(contract.singlePost, { id: draft?.id ?? '' })).expect(404);
    expect(blogSchema.parse(await read(site.admin, 'singlePost', draft?.id))).toMatchObject({ is_active: 0 });
    const all = pageOf(blogSchema).parse(await read(site.admin, 'blogs'));
    expect(all.total).toBe(posts.length);
    await site.visitor.get(callPath(contract.blogs)).expect(401);
  });

  it('categories and their projects are in order, with pictures', async () => {
    const { data } = pageOf(categorySchema).parse(await read(site.visitor, 'getProjectCategory'));
    expect(data.map(({ id, title }) => ({ id: String(id), title }))).toEqual(site.host.categories());
    for (const category of data) {
      const list = pageOf(projectSchema).parse(await read(site.visitor, 'getProjects', category.id));
      const wanted = site.host.projects().filter(({ categoryId }) => categoryId === String(category.id));
      expect(list.data.map(({ id }) => String(id))).toEqual(wanted.map(({ id }) => id));
    }
    const [theirs] = site.host.projects();
    const project = projectSchema.parse(await read(site.visitor, 'getSingleProject', theirs?.id));
    expect(project).toMatchObject({ title: theirs?.title });
    expect(String(project.category_id)).toBe(theirs?.categoryId);
    for (const [index, { image }] of project.images.entries()) {
      expect(await bytesAt(site.visitor, image)).toEqual(theirs?.pictures[index]);
    }
    await bytesAt(site.visitor, data[0]?.image);
  });

  it('a post is written with its picture, changed without one, and deleted', async () => {
    const form = await blogForm({ is_active: '1' });
    const saved = await write('saveBlog', form);
    expect(saved.status, saved.text).toBe(200);
    const made = site.host.posts().at(-1);
    expect(made).toMatchObject({
      title: 'Über uns ✓',
      text: '<p>Peshawar, <strong>پشاور</strong></p>',
      isActive: true,
      picture: form.flatMap((part) => ('file' in part ? part.file : []))[0],
    });
    const id = made?.id ?? '';
    const shown = blogSchema.parse(await read(site.visitor, 'singlePost', id));
    expect(shown).toMatchObject({ blog_title: 'Über uns ✓', is_active: 1 });
    expect(await bytesAt(site.visitor, shown.blog_image)).toEqual(made?.picture);

    const changes = (await blogEditForm(0, { is_active: '0' })).map((part) =>
      part.name === 'blog_id' ? { name: 'blog_id', text: id } : part,
    );
    const edited = await write('editBlog', without(changes, 'blog_image'));
    expect(edited.status, edited.text).toBe(200);
    expect(site.host.posts().at(-1)).toEqual({ ...made, title: 'Edited', isActive: false });

    const count = site.host.posts().length;
    const gone = await site.admin.post(callPath(contract.deleteBlog, { id }));
    expect(gone.status, gone.text).toBe(200);
    expect(site.host.posts()).toHaveLength(count - 1);
    await site.admin.get(callPath(contract.singlePost, { id })).expect(404);
    await site.admin.post(callPath(contract.deleteBlog, { id })).expect(404);
  });

  it('a post that was saved over comes back with its cover, and one that was deleted at an address to which the old one leads', async () => {
    const form = await blogForm({ blog_title: 'Twice', is_active: '1' });
    expect((await write('saveBlog', form)).status).toBe(200);
    const made = site.host.posts().at(-1);
    const id = made?.id ?? '';
    const asked = site.host.requests.length;
    const changes = [
      { name: 'blog_id', text: id },
      { name: 'blog_title', text: 'Over it' },
      { name: 'is_active', text: '1' },
      { name: 'description', text: '<p>Other words</p>' },
      await png('blog_image'),
    ];
    expect((await write('editBlog', changes)).status).toBe(200);
    // The read of the earlier post, the read of its replaced cover, and the save.
    expect(site.host.requests.slice(asked).filter(({ path }) => /post|article|news/.test(path))).toHaveLength(
      site.host.name === 'prefixed' ? 3 : 2,
    );
    const versions = await read(site.admin, 'getVersions', undefined, `?resource=blog&id=${id}`);
    expect(versions.data.map(({ kind, title, changed }: ListedVersion) => [kind, title, changed])).toEqual([
      ['saved', 'Over it', ['blog_title', 'description', 'blog_image']],
      ['found', 'Twice', []],
    ]);
    const { id: version } = versions.data[1];
    await site.visitor.get(callPath(contract.getVersion, { id: version })).expect(401);
    const whole = await read(site.admin, 'getVersion', version);
    expect(whole).toMatchObject({ text: 'Peshawar, پشاور', fields: { blog_title: 'Twice' } });
    expect(whole.fields.blog_image).toMatch(/^\/(?!\/)/);
    const back = await site.admin.post(callPath(contract.restoreVersion, { id: version })).send({});
    expect([back.status, back.body.data?.kept], back.text).toEqual([200, []]);
    expect(site.host.posts().at(-1)).toEqual(made);

    let last = id;
    for (const _time of ['once', 'again']) {
      await site.admin.post(callPath(contract.deleteBlog, { id: last })).expect(200);
      const thing = { resource: 'blog', id: readId(last) };
      const restored = await site.admin.post(callPath(contract.restoreDeleted)).send(thing);
      expect(restored.status, restored.text).toBe(200);
      last = String(restored.body.data.id);
      expect(site.host.posts().at(-1)).toEqual({ ...made, id: last });
    }
    // Two of the hosts assign the highest number again, so there is no redirect.
    const isMoved = site.host.name === 'nest';
    const visited = await site.visitor.get(pathTo('viewBlog', { id })).set('accept', 'text/html');
    expect([visited.status, visited.headers.location]).toEqual(
      isMoved ? [301, pathTo('viewBlog', { id: last })] : [200, undefined],
    );
    const { data: redirects } = await read(site.admin, 'getRedirects');
    const led = [pathTo('viewBlog', { id: last }), 'restore'];
    expect(redirects.map(({ to, source }: Redirect) => [to, source])).toEqual(isMoved ? [led, led] : []);
    await site.admin.post(callPath(contract.deleteBlog, { id: last })).expect(200);
    await site.admin
      .post(callPath(contract.eraseDeleted))
      .send({ resource: 'blog', id: readId(last) })
      .expect(200);
  });

  it('what the host refuses is said at the fields of ours', async () => {
    const form = (await blogForm()).map((part) =>
      'text' in part && part.name !== 'is_active' ? { ...part, text: '' } : part,
    );
    const refused = await write('saveBlog', form);
    expect(refused.status, refused.text).toBe(422);
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(['blog_title', 'description']);
    expect(refused.body.status).toBe(0);
  });

  it('a wrong password is 401, and nothing of the host’s words for it is shown', async () => {
    const answer = await visit(site.app)
      .post(callPath(contract.login))
      .send({ ...site.host.admin, password: 'wrong' });
    expect(answer.status, answer.text).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('the token is nowhere, a sign-out ends it, and a session that the host ended is 401', async () => {
    const { agent } = await signIn(site.app, site.host.admin);
    const probe = await agent.get(callPath(contract.session)).expect(200);
    expect(probe.body.data.authenticated).toBe(true);
    const all = await agent.get(callPath(contract.blogs)).expect(200);
    expect(`${JSON.stringify(all.headers)}${all.text}`).not.toMatch(/access_token|PHPSESSID|bearer/i);
    await agent.post(callPath(contract.logout)).expect(200);
    await agent.get(callPath(contract.blogs)).expect(401);

    const other = (await signIn(site.app, site.host.admin)).agent;
    site.host.endTokens();
    await other.get(callPath(contract.blogs)).expect(401);
    const after = await other.get(callPath(contract.session)).expect(200);
    expect(after.body.data.authenticated).toBe(false);
    site.admin = (await signIn(site.app, site.host.admin)).agent;
  });
}

/** Returns the body of a read that answers 200. */
export async function read(agent: Agent, call: CallName, id?: string | number, query = '') {
  const answer = await agent.get(callPath(contract[call], id === undefined ? {} : { id }) + query);
  expect(answer.status, `${call}: ${answer.text.slice(0, 300)}`).toBe(200);
  return answer.body.data;
}

/** Returns the bytes of a media file below our own origin. */
export async function bytesAt(agent: Agent, address: string | null | undefined): Promise<Buffer> {
  expect(address).toMatch(/^\/(?!\/)/);
  const answer = await agent.get(String(address)).responseType('blob');
  expect(answer.status, String(address)).toBe(200);
  return answer.body;
}
