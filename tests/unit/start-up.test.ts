import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Tells at the process's end which packages it has loaded. */
const watch = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    },
  });
  process.on('exit', () => console.log('packages ' + [...packages].join(' ')));
`;

it('a start loads nothing that most processes never need, and needs no place for what it has compiled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'file'), '');
  const child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(watch)}`, 'server/main.ts'],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        // As if nothing could be written: there is no folder in a file.
        NODE_COMPILE_CACHE: join(folder, 'file', 'cache'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    if (output.includes('The site is at')) child.kill('SIGTERM');
  });
  const [code] = await once(child, 'close');
  expect(code, output).toBe(0);
  const loaded = /^packages (.*)$/m.exec(output)?.[1]?.split(' ') ?? [];
  expect(loaded).toEqual(expect.arrayContaining(['express', 'kysely']));
  for (const late of ['nodemailer', 'prom-client', 'file-type']) expect(loaded).not.toContain(late);
});
