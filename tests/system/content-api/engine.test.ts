import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { activityRows } from '#shared/contract/desk/activity.ts';
import { redirectRows } from '#shared/contract/desk/redirects.ts';
import { siteRows } from '#shared/contract/desk/site.ts';
import { contract, rows } from '#shared/contract/index.ts';
import { intakeRows } from '#shared/contract/intake.ts';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { startEngine, type TestEngine, testAdmin } from '../../support/engine/engine.ts';
import { blogForm } from '../../support/engine/forms.ts';

describe('the calls of the contract', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine.close());

  /** Calls that the BFF answers itself. */
  const ofTheBff: readonly string[] = [
    'session',
    'renewSession',
    'hostCalls',
    ...Object.keys(intakeRows),
    ...Object.keys(activityRows),
    ...Object.keys(redirectRows),
    ...Object.keys(siteRows),
    contract.live.name,
    contract.sitePage.name,
  ];
  const answered = rows.filter((row) => !ofTheBff.includes(row.name));

  it.each(answered.map((row) => [row.name, row] as const))(
    '%s is answered, by its methods only',
    async (_name, row) => {
      const path = callPath(row, { id: 999_999 });
      const right = await engine.fetch(path, { method: row.method });
      // The record and the body are missing, but the call exists: its answer is not the general 404.
      expect(((await right.json()) as { message?: string }).message).not.toBe(messages['request.notFound']);
      const wrong = await engine.fetch(path, { method: 'PATCH' });
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([
        405,
        row.method === 'GET' ? 'GET, HEAD' : row.method,
      ]);
      expect(await wrong.json()).toMatchObject({ status: 0 });
    },
  );

  it.each(answered.filter((row) => row.access === 'admin').map((row) => [row.name, row] as const))(
    '%s needs a token',
    async (_name, row) => {
      for (const token of [null, '', 'x'.repeat(43)]) {
        const response = await engine.fetch(callPath(row, { id: 1 }), { method: row.method, token });
        expect(response.status).toBe(401);
      }
    },
  );

  it.each(answered.filter((row) => row.path.includes('{id}')).map((row) => [row.name, row] as const))(
    '%s has nothing at what is no id',
    async (_name, row) => {
      for (const id of ['-1', '.', '..', '~x', 'x'.repeat(65), '%31', '1%00']) {
        const response = await engine.fetch(row.path.replace('{id}', id), { method: row.method });
        expect(response.status, id).toBe(404);
        expect(await response.json()).toEqual({ status: 0, message: messages['request.notFound'] });
      }
    },
  );

  it('are all that there is', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/',
      '/api/session',
      '/api/nothing',
      '/API/blogs',
      '/api/blogs/',
      '/api/constructor',
    ]) {
      expect((await engine.fetch(path)).status, path).toBe(404);
    }
  });

  it('are answered without the name of the software, and with nothing but the envelope', async () => {
    const response = await engine.fetch('/api/%');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(await response.json()).toEqual({ status: 0, message: messages['request.notFound'] });
  });
});

describe('the engine', () => {
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

  it('says nothing of passwords and tokens in its log', async () => {
    const engine = await startEngine({ LOG_LEVEL: 'trace' });
    await engine.call('blogs');
    await engine.close();
    const log = JSON.stringify(engine.logLines);
    expect(log).not.toContain(testAdmin.password);
    expect(log).not.toContain(engine.token);
  });
});
