// @module-tag deep/hosts: in front of a foreign host
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { teamMemberSchema } from '#shared/schemas/team-member.ts';
import { type HostNamed, openHost } from '../../hosts/kinds.ts';
import { startSiteBefore } from '../../hosts/site.ts';
import { projectForm, sendForm } from '../../support/forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import type { TestApp } from '../../support/start-test-app.ts';
import { bytesAt, describeKnownCalls, read, siteBefore } from './known-calls.ts';

describe('in front of a host with a prefix', () => {
  const site = siteBefore('prefixed');
  describeKnownCalls(site);

  it('pictures of projects go to the disk behind the other origin, and come from there', async () => {
    const form = (await projectForm(3)).filter(({ name }) => name !== 'video');
    const added = await sendForm(site.admin.post(callPath(contract.addProject)), form);
    expect(added.status, added.text).toBe(200);
    const made = site.host.projects().at(-1);
    const sent = form.flatMap((part) => ('file' in part ? part.file : []));
    expect(made).toMatchObject({ title: 'The film', categoryId: '3', pictures: sent });
    const project = await read(site.visitor, 'getSingleProject', made?.id);
    expect(project.images[0].image).toMatch(/^\/media\/cdn\/works\//);
    expect(await bytesAt(site.visitor, project.images[0].image)).toEqual(sent[0]);
    await site.admin.delete(callPath(contract.deleteProjectImage, { id: project.images[0].id })).expect(200);
    expect(site.host.projects().at(-1)?.pictures).toEqual(sent.slice(1));
    await site.admin.post(callPath(contract.deleteProject, { id: project.id })).expect(200);
  });

  it('a text with a picture of the other origin comes back to the host as it was', async () => {
    const theirs = site.host.posts().find(({ text }) => text.includes('<img'));
    const post = await read(site.visitor, 'singlePost', theirs?.id);
    expect(post.description).toContain('src="/media/cdn/inline/');
    const edited = await sendForm(site.admin.post(callPath(contract.editBlog)), [
      { name: 'blog_id', text: String(post.id) },
      { name: 'blog_title', text: post.blog_title },
      { name: 'is_active', text: '1' },
      { name: 'description', text: post.description },
    ]);
    expect(edited.status, edited.text).toBe(200);
    const [, source] = /<img[^>]* src="([^"]+)"/.exec(theirs?.text ?? '') ?? [];
    const now = site.host.posts().find(({ id }) => id === theirs?.id);
    expect(now?.text).toContain(`src="${source}"`);
    expect(now?.text).not.toContain('/media/cdn');
  });

  it('a customer, whose role is none here, is told so at the sign-in, and the token that the host gave ends', async () => {
    const { tokens } = site.host.data;
    const before = [...tokens.keys()];
    const { username: email, password } = site.host.customer;
    const answer = await visit(site.app).post(callPath(contract.login)).send({ email, password });
    expect([answer.status, answer.body.code]).toEqual([403, 'login.noRole']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    // The token is revoked at the host only while the answer is being sent.
    await expect.poll(() => site.host.requests.at(-1)?.path).toBe('/oauth/revoke');
    await expect.poll(() => [...tokens.keys()]).toEqual(before);
    const { data } = (await site.admin.get(callPath(contract.session))).body;
    expect(data.user.role).toBe('editor');
    expect((await read(site.visitor, 'hostCalls')).login_name).toBe('user_name');
  });

  it('a sign-out says the token where the host wants it', async () => {
    const { tokens } = site.host.data;
    const before = [...tokens.keys()];
    const { agent } = await signIn(site.app, site.host.admin);
    expect(tokens.size).toBe(before.length + 1);
    await agent.post(callPath(contract.logout)).expect(200);
    await expect.poll(() => [...tokens.keys()]).toEqual(before);
  });

  it('the team has its photos', async () => {
    const { data } = pageOf(teamMemberSchema).parse(await read(site.visitor, 'team'));
    expect(data.map(({ name }) => name)).toEqual(['Jürgen Maß', 'Sadia Malik']);
    const [theirs] = site.host.data.staff;
    expect(await bytesAt(site.visitor, data[0]?.image)).toEqual(
      site.host.data.media.get(`staff/${theirs?.photo}`),
    );
  });
});

describe('in front of a host that takes 60 calls a minute', () => {
  let host: HostNamed<'prefixed'>;
  let app: TestApp;
  beforeAll(async () => {
    host = await openHost('prefixed');
    app = await startSiteBefore(host);
  });
  afterAll(async () => {
    await app?.close();
    await host?.stop();
  });

  it('visitors are told to wait before the host is asked too often, and who is signed in is not', async () => {
    const visitor = visit(app);
    const { agent } = await signIn(app, host.admin);
    const statuses = new Map<number, number>();
    for (let count = 0; count < 70; count += 1) {
      const answer = await visitor.get(callPath(contract.singlePost, { id: 17 + (count % 7) }));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([...statuses.keys()].sort()).toEqual([200, 503]);
    await agent.get(callPath(contract.blogs)).expect(200);
    expect(host.requests.length).toBeLessThan(60);
  });
});
