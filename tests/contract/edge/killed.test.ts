// @module-tag deep/process: kills the product
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { image } from '../../support/files.ts';
import { type Agent, signIn } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';

const admin = { email: 'admin@localhost', password: 'a long enough password' };
const rounds = 3;
const answersPerRound = 14;
const writers = 4;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'studio-killed-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Last answered version of each post, by post id. Version n has the title "n" and the picture n modulo the number of
 * pictures.
 */
type Answered = Map<Id, number>;

it('the whole product, killed in mid-write, loses nothing that was answered and keeps no orphan', {
  timeout: 240_000,
}, async () => {
  const pictures = await Promise.all([60, 90, 120].map((width) => image('png', width, 40)));
  const answered: Answered = new Map();
  for (let round = 0; round < rounds; round += 1) await writeUntilKilled(pictures, answered);
  expect(answered.size).toBeGreaterThanOrEqual(rounds * writers);

  const app = await startTestApp({ DATA_DIR: dataDir });
  expect(await readdir(join(dataDir, 'tmp', 'uploads'))).toEqual([]);
  expect(await readdir(join(dataDir, 'tmp', 'engine'))).toEqual([]);
  const posts = new Map<Id, Blog>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data } = await (await fetch(`${app.url}/api/activeBlogs?page=${page}`)).json();
    for (const post of data.data as Blog[]) posts.set(post.id, post);
    last = data.last_page;
  }
  for (const [id, version] of answered) {
    // A write in progress may have been done without an answer.
    expect([version, version + 1].map(String)).toContain(posts.get(id)?.blog_title);
  }
  // Each post has the complete file of its version, and there are no other files.
  for (const post of posts.values()) {
    const file = Buffer.from(await (await fetch(`${app.url}${post.blog_image}`)).arrayBuffer());
    expect(file.equals(pictures[Number(post.blog_title) % pictures.length] ?? Buffer.alloc(0))).toBe(true);
  }
  const stored = await readdir(join(dataDir, 'media'), { recursive: true });
  // Equal pictures are stored as one file, however many posts use them.
  const named = new Set([...posts.values()].map((post) => post.blog_image?.slice('/storage/'.length)));
  expect(stored.filter((name) => name.includes('.')).sort()).toEqual([...named].sort());
  await app.close({ keepData: true });
});

/**
 * Several admins save posts and replace their images through the BFF, until enough answers have arrived; then
 * SIGKILL.
 */
async function writeUntilKilled(pictures: Buffer[], answered: Answered): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: admin.password,
      SAMPLE_CONTENT: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = /http:\/\/\S+/.exec(line)?.[0] ?? '';
  const { agent } = await signIn({ url }, admin);
  let answers = 0;
  const write = async () => {
    for (;;) {
      let id: Id | undefined;
      for (let version = 0; version < 3; version += 1) {
        const post = await save(agent, version, pictures[version % pictures.length] as Buffer, id);
        id = post.id;
        answered.set(post.id, version);
        answers += 1;
        if (answers === answersPerRound) child.kill('SIGKILL');
      }
    }
  };
  // The kill cuts each writer's connection.
  const ends = await Promise.allSettled(Array.from({ length: writers }, write));
  for (const end of ends) {
    expect(String((end as PromiseRejectedResult).reason)).toMatch(/socket hang up|ECONNRE|aborted|EPIPE/);
  }
  expect((await exited)[1]).toBe('SIGKILL');
}

async function save(agent: Agent, version: number, picture: Buffer, id?: Id): Promise<Blog> {
  const answer = await agent
    .post(id === undefined ? '/api/saveBlog' : '/api/editBlog')
    .field({
      blog_title: String(version),
      is_active: '1',
      description: '<p>x</p>',
      ...(id && { blog_id: String(id) }),
    })
    .attach('blog_image', picture, 'p.png');
  if (answer.body.status !== 1) throw new Error(`answered with ${answer.status} ${answer.text}`);
  return answer.body.data as Blog;
}
