// @module-tag deep/process: draws the whole sample, and takes it away by the command
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runStudio } from '../../../tools/cli/run.ts';
import { posts } from '../../../tools/sample/content/posts.ts';
import { projects as works } from '../../../tools/sample/content/projects.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

it('visitors find all of the sample, until the command takes it away while the server is stopped; no start brings it back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-sample-'));
  const start = () => startTestApp({ DATA_DIR: folder, SAMPLE_CONTENT: 'on' });
  const command = async (...words: string[]) => {
    const said: string[] = [];
    const tell = (text: string) => void said.push(text);
    const terminal = { environment: { DATA_DIR: folder }, out: tell, err: tell };
    return [await runStudio(['sample', ...words], terminal), said.join('\n')];
  };
  const read = async ({ url }: TestApp, path: string) => (await (await fetch(url + path)).json()).data;

  const app = await start();
  const blogs = await read(app, '/api/activeBlogs');
  expect(blogs.data.map((blog: { blog_title: string }) => blog.blog_title)).toEqual(
    posts.map((post) => post.title).reverse(),
  );
  for (const { id } of blogs.data)
    expect((await read(app, `/api/singlePost/${id}`)).description).toMatch(
      /<img [^>]*alt="[^"]{20,}".*<blockquote>|<blockquote>.*<img [^>]*alt="[^"]{20,}"/s,
    );
  const categories = (await read(app, '/api/getProjectCategory')).data;
  const projects = await Promise.all(
    categories.map(({ id }: { id: number }) => read(app, `/api/getProjects/${id}`)),
  );
  expect(projects.reduce((sum, page) => sum + page.total, 0)).toBe(10);
  expect((await read(app, '/api/jobs')).total).toBe(5);

  const lists = JSON.stringify([blogs, categories, projects, await read(app, '/api/team')]);
  const addresses = new Set(lists.match(/\/storage\/\d{4}\/[0-9a-f]{32}\.webp/g));
  expect(addresses.size).toBe(4 + 12 + works.flatMap((work) => work.images).length + 6 + 7);
  for (const address of addresses) {
    const { status, headers } = await fetch(app.url + address);
    expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'image/webp']);
  }
  // A work has a film, which is light, and captions.
  const work = projects.flatMap(({ data }) => data).find(({ video }) => video);
  const { video, captions } = await read(app, `/api/getSingleProject/${work.id}`);
  const film = await fetch(app.url + video);
  expect(film.headers.get('content-type')).toBe('video/mp4');
  expect(Number(film.headers.get('content-length'))).toBeLessThanOrEqual(700_000);
  expect(await (await fetch(app.url + captions)).text()).toMatch(/^WEBVTT[\s\S]*\[Rain/);

  expect(await command('remove')).toEqual([1, expect.stringContaining('is in use by')]);
  await app.close({ keepData: true });
  expect((await command('add'))[0]).toBe(1);
  const removed = 'Removed 10 projects, 4 categories, 6 posts, 5 jobs, 7 team members';
  expect(await command('remove')).toEqual([0, expect.stringContaining(removed)]);
  const later = await start();
  for (const path of ['/api/activeBlogs', '/api/jobs']) expect((await read(later, path)).total).toBe(0);
  await later.close();
});
