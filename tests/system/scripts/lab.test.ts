// @module-tag deep/process: runs the entry files
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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

it.each([
  ['generate', 'host-shema', 'host-schema'],
  ['lab', 'fuz', 'fuzz'],
])('%s refuses a name that there is not, and suggests one', async (name, typo, meant) => {
  const refused = await script(name, typo);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain(`Did you mean ${meant}?`);
});

it('each experiment of the lab explains its arguments', async () => {
  const { out: list } = await script('lab', '--help');
  const names = [...list.matchAll(/^ {2}(\S+) /gm)].map(([, name = '']) => name);
  expect(names).toContain('stub');
  for (const name of names) {
    const { code, out, err } = await script('lab', name, '--help');
    expect([code, out.split('\n').length, err]).toEqual([0, 2, '']);
    expect(out).toMatch(new RegExp(`^Usage: npm run lab -- ${name} [[a-z]`));
  }
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to npm ends the experiment too',
  async (signal) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const npm = spawn('npm', ['run', 'lab', '--', 'stub'], { cwd: root, env });
    const closed = once(npm, 'close');
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    await expect.poll(() => output, { timeout: 20_000 }).toContain('UPSTREAM_URL=');
    const url = /UPSTREAM_URL=(\S+)/.exec(output)?.[1] ?? '';
    expect((await fetch(url)).status).toBeLessThan(600);
    npm.kill(signal);
    await closed;
    await expect(fetch(url)).rejects.toThrow();
  },
  60_000,
);

it('what is generated is not stale', async () => {
  const names = ['contract-tables', 'archive-schema', 'host-schema'];
  expect(await script('generate', ...names, '--check')).toEqual({ code: 0, out: '', err: '' });
});
