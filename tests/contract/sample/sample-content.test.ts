// @module-tag deep/process: runs the command
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Blog } from '#shared/schemas/blog.ts';
import { posts } from '../../../tools/sample/content/posts.ts';
import { projects as works } from '../../../tools/sample/content/projects.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../../scripts/studio.ts');
let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-sample-'));
  app = await startTestApp({ DATA_DIR: folder, SAMPLE_CONTENT: 'on' });
}, 180_000);
afterAll(async () => {
  await app.close();
});

/** Runs the command as an operator does. */
async function command(...words: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder };
  return run(process.execPath, [script, 'sample', ...words], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error) => ({ code: Number(error.code), said: `${error.stdout}${error.stderr}` }),
  );
}

async function read(path: string) {
  const { status, body } = await request(app.url).get(path);
  expect(status, path).toBe(200);
  return body.data;
}

it('visitors find all of it: lists, whole posts and every picture', async () => {
  const blogs: Blog[] = (await read('/api/activeBlogs?page=1')).data;
  expect(blogs.map((blog) => blog.blog_title)).toEqual(posts.map((post) => post.title).reverse());
  for (const { id } of blogs) {
    const { description } = await read(`/api/singlePost/${id}`);
    expect(description).toMatch(/<img [^>]*alt="[^"]{20,}"/);
    expect(description).toContain('<blockquote>');
  }
  expect((await read('/api/jobs?page=1')).total).toBe(5);
  const categories = (await read('/api/getProjectCategory?page=1')).data;
  const projects = await Promise.all(
    categories.map(({ id }: { id: number }) => read(`/api/getProjects/${id}?page=1`)),
  );
  expect(projects.reduce((sum, page) => sum + page.total, 0)).toBe(10);

  const images = works.flatMap((work) => work.images);
  const lists = JSON.stringify([blogs, categories, projects, await read('/api/team')]);
  const addresses = new Set(lists.match(/\/storage\/\d{4}\/[0-9a-f]{32}\.webp/g));
  expect(addresses.size).toBe(4 + 12 + images.length + 6 + 7);
  for (const address of addresses) {
    const { status, headers, body } = await request(app.url).get(address).buffer(true);
    expect([address, status, headers['content-type']]).toEqual([address, 200, 'image/webp']);
    expect((await sharp(body).metadata()).width).toBeGreaterThanOrEqual(240);
  }
});

it('a work has a film, which is light, and captions', async () => {
  const categories = (await read('/api/getProjectCategory?page=1')).data;
  const film = categories.find(({ title }: { title: string }) => title === 'Film');
  const [work] = (await read(`/api/getProjects/${film.id}?page=1`)).data;
  const { video, captions } = await read(`/api/getSingleProject/${work.id}`);
  const shown = await request(app.url).get(video).buffer(true);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'video/mp4']);
  expect(Number(shown.headers['content-length'])).toBeLessThanOrEqual(700_000);
  const { status, headers, text } = await request(app.url).get(captions);
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/vtt')]);
  expect(text).toContain('[Rain');
});

it('the command takes it away while the server is stopped, and no start brings it back', async () => {
  expect(await command('remove')).toMatchObject({ code: 1, said: expect.stringContaining('is in use by') });
  await app.close({ keepData: true });
  expect(await command('everything')).toMatchObject({
    code: 2,
    said: expect.stringContaining('npm run studio -- sample add'),
  });
  expect((await command('add')).code).toBe(1);
  const removed = await command('remove');
  expect(removed.code).toBe(0);
  expect(removed.said).toContain('Removed 10 projects, 4 categories, 6 posts, 5 jobs, 7 team members');

  app = await startTestApp({ DATA_DIR: folder, SAMPLE_CONTENT: 'on' });
  expect((await read('/api/activeBlogs?page=1')).total).toBe(0);
  expect((await read('/api/jobs?page=1')).total).toBe(0);
});
