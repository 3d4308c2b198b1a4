// @module-tag deep/process: runs the entry files
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { earlierNames } from '../../../tools/cli/earlier-names.ts';

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
  ['backup', 'backup', ['--to', tmpdir()]],
  ['restore', 'restore', ['none.tar.gz', '--check']],
  ['export', 'export', ['archive']],
  ['pull', 'import pull', ['archive']],
  ['doctor', 'doctor', ['--json']],
])(
  'scripts/%s.ts does the same as the command, and says its new form on standard error',
  async (name, command, args) => {
    const now = await script('studio', ...command.split(' '), ...args);
    const earlier = await script(name, ...args);
    expect(earlier).toEqual({
      ...now,
      err: `scripts/${name}.ts is now: node scripts/studio.ts ${command}\n${now.err}`,
    });
  },
);

it.each(['generate', 'lab'])(
  '%s has every name that an earlier one leads to, and refuses others',
  async (name) => {
    const help = await script(name, '--help');
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const { now } of earlierNames) {
      const [, target] = new RegExp(`^npm run ${name} -- (.*)$`).exec(now) ?? [];
      if (target) expect(help.out).toMatch(new RegExp(`^ {2}${target} `, 'm'));
    }
    const typo = name === 'generate' ? ['sbon', 'sbom'] : ['fuz', 'fuzz'];
    const refused = await script(name, typo[0] ?? '');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(`Did you mean ${typo[1]}?`);
  },
);

it('what is generated is not stale', async () => {
  const names = ['contract-tables', 'archive-schema', 'host-schema'];
  expect(await script('generate', ...names, '--check')).toEqual({ code: 0, out: '', err: '' });
});
