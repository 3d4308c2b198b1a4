import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { createFormReader } from '../../../../server/content-api/media/form.ts';
import type { SentPart } from '../../../../server/forms/read-form.ts';
import { openTempFolders } from '../../../../server/forms/temp-folders.ts';

const log = pino({ level: 'silent' });
const { upload } = contract.saveBlog;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-form-'));
});
afterEach(() => rm(folder, { recursive: true }));

const reader = async () => createFormReader(await openTempFolders(join(folder, 'engine'), log), log);
const file = (source: string | Buffer): SentPart =>
  ({ kind: 'file', name: 'blog_image', fileName: 'a.png', type: 'image/png', source, size: 3 }) as SentPart;

it('a form that was judged is taken over: its files are not copied, are on the disk itself, and stay where they were', async () => {
  const path = join(folder, 'sent');
  await writeFile(path, 'png');
  const long = join(folder, 'text');
  await writeFile(long, 'a long text');
  const some = await open(path);
  const sync = vi.spyOn(Object.getPrototypeOf(some) as typeof some, 'sync');
  onTestFinished(async () => {
    sync.mockRestore();
    await some.close();
  });
  const parts: SentPart[] = [
    { kind: 'text', name: 'blog_title', source: Buffer.from('A title'), size: 7 },
    { kind: 'text', name: 'description', source: long, size: 11 },
    file(path),
  ];
  const form = await (await reader())({ parts }, upload);
  expect([form.text('blog_title'), form.text('description'), form.text('excerpt')]).toEqual([
    'A title',
    'a long text',
    undefined,
  ]);
  const [taken] = form.files('blog_image');
  expect(taken).toMatchObject({ type: 'image/png', size: 3, name: 'a.png' });
  expect((await stat(taken?.path ?? '')).ino).toBe((await stat(path)).ino);
  expect(sync).toHaveBeenCalledTimes(1);
  await rm(taken?.path ?? '');
  expect(await readFile(path, 'utf8')).toBe('png');
  await form.removeFiles();
  expect(await readdir(join(folder, 'engine'))).toEqual([]);
});

it('a file may be in memory, or come from where the form has waited', async () => {
  const read = await reader();
  const held = await read({ parts: [file(Buffer.from('png'))] }, upload);
  const waited = await read(
    {
      parts: [file('gone')],
      readFile: async function* () {
        yield Buffer.from('gif');
      },
    },
    upload,
  );
  expect(await readFile(held.files('blog_image')[0]?.path ?? '', 'utf8')).toBe('png');
  expect(await readFile(waited.files('blog_image')[0]?.path ?? '', 'utf8')).toBe('gif');
});

it('without a form it is 415, and of a file that is gone nothing is left', async () => {
  const read = await reader();
  await expect(read(undefined, upload)).rejects.toMatchObject({ status: 415 });
  await expect(read({ parts: [file(join(folder, 'nothing'))] }, upload)).rejects.toThrow('ENOENT');
  expect(await readdir(join(folder, 'engine'))).toEqual([]);
});
