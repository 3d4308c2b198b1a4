// @module-tag deep/hosts: in front of a host that takes files ahead of the things that name them
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { type HostAnswer, type HostRequest, openServer } from '../../hosts/support/server.ts';
import { blogEditForm, blogForm, sendForm, withTexts } from '../../support/forms.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/** A host like WordPress: files are sent to /media as bytes, and posts refer to them by `featured_media`. */
const posts: { id: number; title: string; featured_media: number }[] = [];
const media: { id: number; bytes: Buffer; headers: HostRequest['headers'] }[] = [];
let refusal: HostAnswer | undefined;

const json = (status: number, body: unknown): HostAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const shown = ({ featured_media, ...post }: (typeof posts)[number]) => ({
  ...{ ...post, content: '<p>x</p>', created: '2026-05-01T10:00:00Z' },
  picture: featured_media ? `/files/${featured_media}.png` : null,
});

function answer({ method, path, headers, json: said, bytes }: HostRequest): HostAnswer {
  if (path === '/token') return json(200, { token: 'a-token-of-the-host' });
  const file = media.find(({ id }) => path === `/files/${id}.png`);
  if (file) return { status: 200, headers: { 'content-type': 'image/png' }, body: file.bytes };
  if (method === 'GET' && path === '/posts') return json(200, posts.map(shown));
  const post = posts.find(({ id }) => path === `/posts/${id}`);
  if (method === 'GET') return post ? json(200, shown(post)) : json(404, { message: 'No such thing.' });
  if (headers.authorization !== 'Bearer a-token-of-the-host') return json(401, { message: 'Sign in.' });
  if (path === '/media') {
    if (refusal) return refusal;
    media.push({ id: 40 + media.length, bytes: bytes ?? Buffer.alloc(0), headers });
    return json(201, { id: media.at(-1)?.id });
  }
  const { title, ...more } = said as { title: string };
  if (!title.trim()) return json(422, { message: 'No title.', errors: { title: ['A title is needed.'] } });
  if (!post) posts.push({ id: posts.length + 1, title, featured_media: 0, ...more });
  else Object.assign(post, said);
  return json(201, shown(post ?? (posts.at(-1) as (typeof posts)[number])));
}

let host: Awaited<ReturnType<typeof openServer>>;
let app: TestApp;
let admin: Agent;
let folder: string;

beforeAll(async () => {
  host = await openServer(0, answer);
  const written = { send: 'json', body: { blog_title: 'title' }, uploads: { blog_image: 'featured_media' } };
  const file = {
    ...{ version: 1, root: host.url, preset: 'array', dates: { zone: 'UTC' } },
    calls: {
      login: { path: '/token' },
      ...{ blogs: { path: '/posts' }, activeBlogs: { path: '/posts' }, singlePost: { path: '/posts/{id}' } },
      ...{ saveBlog: { path: '/posts', ...written }, editBlog: { path: '/posts/{blog_id}', ...written } },
    },
    fields: {
      blog: { blog_title: 'title', description: 'content', blog_image: 'picture', created_at: 'created' },
    },
    token: { from: { body: 'token' } },
    media: { paths: ['/files'], upload: { path: '/media', send: 'raw' } },
  };
  folder = await mkdtemp(join(tmpdir(), 'studio-test-'));
  await writeFile(join(folder, 'host.json'), JSON.stringify(file), { mode: 0o600 });
  app = await startTestApp({ DATA_DIR: folder });
  admin = (await signIn(app, { email: 'ada@example.com', password: 'correct horse' })).agent;
});
afterAll(async () => {
  await app?.close();
  await host?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  refusal = undefined;
});

const fileIn = (form: Awaited<ReturnType<typeof blogForm>>) =>
  form.flatMap((part) => ('file' in part ? part.file : []))[0];

it('a post is saved with the id of its picture, is seen with it, and gets another one', async () => {
  const form = await blogForm();
  const saved = await sendForm(admin.post(callPath(contract.saveBlog)), form);
  expect(saved.status, saved.text).toBe(200);
  expect(media.map(({ bytes }) => bytes)).toEqual([fileIn(form)]);
  expect(media[0]?.headers['content-disposition']).toBe(
    `attachment; filename="_ber uns _.png"; filename*=UTF-8''%C3%9Cber%20uns%20%E2%9C%93.png`,
  );
  expect(posts).toEqual([{ id: 1, title: 'Über uns ✓', featured_media: 40 }]);
  const { body } = await visit(app).get(callPath(contract.singlePost, { id: 1 }));
  expect(body.data.blog_image).toBe('/files/40.png');
  const changed = await sendForm(admin.post(callPath(contract.editBlog)), await blogEditForm(1));
  expect(changed.status, changed.text).toBe(200);
  expect(posts).toEqual([{ id: 1, title: 'Edited', featured_media: 41 }]);
});

it('a picture that the host does not take refuses the save, under its field and in the words of the host', async () => {
  refusal = json(400, { code: 'rest_upload_error', message: 'Sorry, this file type is not allowed.' });
  const before = posts.length;
  const saved = await sendForm(admin.post(callPath(contract.saveBlog)), await blogForm());
  expect([saved.status, saved.body.errors]).toEqual([
    422,
    { blog_image: ['Sorry, this file type is not allowed.'] },
  ]);
  expect(posts).toHaveLength(before);
});

it('a post that is refused behind its picture says why, and the picture stays at the host', async () => {
  const [before, pictures] = [posts.length, media.length];
  const edit = withTexts(await blogEditForm(1), { blog_title: ' ' });
  const refused = await sendForm(admin.post(callPath(contract.editBlog)), edit);
  expect([refused.status, refused.body.errors]).toEqual([422, { blog_title: ['A title is needed.'] }]);
  expect([posts.length, media.length - pictures]).toEqual([before, 1]);
});
