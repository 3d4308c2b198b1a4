import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import type { Blog } from '#shared/schemas/blog.ts';
import { startEngine, testAdmin } from './support/engine.ts';
import { formOf, image } from './support/forms.ts';

const rounds = 3;
const acksPerRound = 12;

it('loses no answered write and keeps no file without a row when it is killed in mid-write', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-kill-'));
  const picture = await image('png', 300, 200);
  const acked: Blog[] = [];
  for (let round = 0; round < rounds; round += 1) await writeUntilKilled(dataDir, picture, acked);
  expect(acked.length).toBeGreaterThanOrEqual(rounds * acksPerRound);

  const engine = await startEngine({ DATA_DIR: dataDir });
  for (const blog of acked) {
    const read = await engine.call<Blog>('singlePost', { params: { id: blog.id } });
    expect(read.body.data).toEqual(blog);
    const file = await engine.fetch(blog.blog_image ?? '');
    expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true);
  }
  const named = new Set<string>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data } = (
      await engine.call<{ data: Blog[]; last_page: number }>('blogs', { query: `?page=${page}` })
    ).body;
    for (const blog of data?.data ?? []) named.add(blog.blog_image?.slice('/storage/'.length) ?? '');
    last = data?.last_page ?? 1;
  }
  expect(await engine.mediaFiles()).toEqual([...named].sort());
  expect(await engine.tempFiles()).toEqual([]);
  await engine.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts an engine, saves posts four at a time, kills it with SIGKILL after so many answers, notes every answer. */
async function writeUntilKilled(dataDir: string, picture: Buffer, acked: Blog[]): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support/engine-process.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SAMPLE_CONTENT: 'off',
      ADMIN_EMAIL: testAdmin.email,
      ADMIN_PASSWORD: testAdmin.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
  const before = acked.length;
  const write = async () => {
    for (;;) {
      const body = formOf({ blog_title: 'T', is_active: '1', description: '<p>x</p>', blog_image: picture });
      const headers = { authorization: `Bearer ${data.token}` };
      const response = await fetch(new URL('/api/saveBlog', url), { method: 'POST', headers, body });
      const answer = (await response.json()) as { status: number; data: Blog };
      expect(answer.status).toBe(1);
      acked.push(answer.data);
      if (acked.length - before === acksPerRound) child.kill('SIGKILL');
    }
  };
  // Each writer ends with the connection that the kill cut.
  const ends = await Promise.allSettled([write(), write(), write(), write()]);
  for (const end of ends)
    expect(String((end as PromiseRejectedResult).reason)).toMatch(/fetch failed|terminated/);
  expect((await exited)[1]).toBe('SIGKILL');
}
