// @module-tag deep/process: runs the entry files
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-earlier-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function script(name: string, ...args: string[]) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'none') };
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [join(root, 'scripts', `${name}.ts`), ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

it('what is generated is not stale', async () => {
  const names = ['contract-tables', 'archive-schema', 'host-schema'];
  expect(await script('generate', ...names, '--check')).toEqual({ code: 0, out: '', err: '' });
});
