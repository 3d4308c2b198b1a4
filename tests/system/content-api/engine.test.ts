import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { rows } from '#shared/contract/index.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { startEngine, testAdmin } from '../../support/engine/engine.ts';
import { blogForm } from '../../support/engine/forms.ts';

it('each call of admins needs a token, whoever asks the engine', async () => {
  const engine = await startEngine();
  for (const row of rows.filter(({ access, origin }) => access === 'admin' && origin !== 'session'))
    for (const token of [null, 'x'.repeat(43)]) {
      const { status } = await engine.fetch(callPath(row, { id: 1 }), { method: row.method, token });
      expect(status, row.name).toBe(401);
    }
  await engine.close();
});

it('keeps everything over a restart, and tells a generated password only once', async () => {
  const first = await startEngine({ ADMIN_PASSWORD: '' });
  expect(first.firstAdmin).toMatchObject({ email: testAdmin.email });
  const blog = (await first.call<Blog>('saveBlog', { body: await blogForm() })).body.data;
  await first.close({ keepData: true });
  await mkdir(join(first.dataDir, 'tmp/engine/form-left-behind'));
  await writeFile(join(first.dataDir, 'tmp/engine/form-left-behind/0'), 'x');

  const second = await startEngine({ DATA_DIR: first.dataDir, ADMIN_PASSWORD: 'another password' });
  expect(second.token, 'the password that was set later is not the admin’s').toBe('');
  expect(await second.tempFiles()).toEqual([]);
  const read = await second.call<Blog>('singlePost', { params: { id: blog?.id ?? 0 } });
  expect(read.body.data).toEqual(blog);
  expect((await second.fetch(blog?.blog_image ?? '')).status).toBe(200);
  expect((await second.call('blogs', { token: first.token })).status).toBe(200);
  await second.close();
});

it('does not start on a file that is no database, and names it', async () => {
  const engine = await startEngine();
  await engine.close({ keepData: true });
  const file = join(engine.dataDir, 'content.sqlite');
  await writeFile(file, 'x'.repeat(5000));
  await expect(startEngine({ DATA_DIR: engine.dataDir })).rejects.toThrow(
    `The database ${file} cannot be opened`,
  );
  await rm(engine.dataDir, { recursive: true });
});
