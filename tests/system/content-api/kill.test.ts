// @module-tag deep/process: kills the engine in the middle of writes
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import type { Id } from '#shared/id.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { startEngine, testAdmin } from '../../support/engine/engine.ts';
import { formOf, image } from '../../support/engine/forms.ts';

/** Write numbers at which the process is killed, early and late; the same in each run. */
const killedAt = [1, 9, 24, 55, 120].map((from, at) => from + ((from * 7_919 + at * 104_729) % (from + 3)));

/**
 * Last answered version of each post, by post id. Version n has the title "n" and the picture n modulo the number of
 * pictures.
 */
type Answered = Map<Id, number>;

it('loses no answered write and keeps no file without a row, whichever of its writes it is killed at', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-kill-'));
  const pictures = await Promise.all([300, 200, 100].map((width) => image('png', width, 90)));
  const answered: Answered = new Map();
  for (const at of killedAt) await writeUntilKilled(dataDir, at, pictures, answered);
  expect(answered.size).toBeGreaterThan(4);

  const engine = await startEngine({ DATA_DIR: dataDir });
  const posts = new Map<Id, Blog>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data } = (
      await engine.call<{ data: Blog[]; last_page: number }>('blogs', { query: `?page=${page}` })
    ).body;
    for (const post of data?.data ?? []) posts.set(post.id, post);
    last = data?.last_page ?? 1;
  }
  for (const [id, version] of answered) {
    // A write in progress may have been done without an answer.
    expect([version, version + 1].map(String)).toContain(posts.get(id)?.blog_title);
  }
  for (const post of posts.values()) {
    const file = Buffer.from(await (await engine.fetch(post.blog_image ?? '')).arrayBuffer());
    expect(file.equals(pictures[Number(post.blog_title) % pictures.length] ?? Buffer.alloc(0))).toBe(true);
  }
  // Equal pictures are stored as one file, however many posts use them.
  const named = new Set([...posts.values()].map((post) => post.blog_image?.slice('/storage/'.length)));
  expect(await engine.mediaFiles()).toEqual([...named].sort());
  expect(await engine.tempFiles()).toEqual([]);
  await engine.close();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Starts an engine that kills itself at this write; saves posts and replaces their pictures three at a time, and
 * records every answer.
 */
async function writeUntilKilled(dataDir: string, at: number, pictures: Buffer[], answered: Answered) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../support/engine/engine-process.ts')],
    {
      env: {
        ...process.env,
        KILL_AT: String(at),
        DATA_DIR: dataDir,
        SAMPLE_CONTENT: 'off',
        ADMIN_EMAIL: testAdmin.email,
        ADMIN_PASSWORD: testAdmin.password,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = new URL(line);
  const login = await fetch(new URL('/api/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(testAdmin),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const save = async (version: number, id?: Id) => {
    const body = formOf({
      blog_title: String(version),
      is_active: '1',
      description: '<p>x</p>',
      blog_image: pictures[version % pictures.length] as Buffer,
      ...(id !== undefined && { blog_id: String(id) }),
    });
    const response = await fetch(new URL(id === undefined ? '/api/saveBlog' : '/api/editBlog', url), {
      method: 'POST',
      headers: { authorization: `Bearer ${data.token}` },
      body,
    });
    const answer = (await response.json()) as { status: number; data: Blog };
    expect(answer.status).toBe(1);
    answered.set(answer.data.id, version);
    return answer.data.id;
  };
  const write = async () => {
    for (;;) {
      const id = await save(0);
      await save(1, id);
      await save(2, id);
    }
  };
  // The kill cuts each writer's connection.
  const ends = await Promise.allSettled([write(), write(), write()]);
  for (const end of ends)
    expect(String((end as PromiseRejectedResult).reason)).toMatch(/fetch failed|terminated/);
  expect((await exited)[1]).toBe('SIGKILL');
}
