import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Blog } from '#shared/schemas/blog.ts';
import { startEngine, testAdmin } from '../../support/engine/engine.ts';
import { blogForm } from '../../support/engine/forms.ts';

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
