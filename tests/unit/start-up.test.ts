import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

/** Starts the product on this folder and stops it once it is ready: the packages that it has loaded. */
async function packagesOfStart(folder: string): Promise<string[]> {
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
  return /^packages (.*)$/m.exec(output)?.[1]?.split(' ') ?? [];
}

it('a start loads nothing that most processes never need, and needs no place for what it has compiled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'file'), '');
  const first = await packagesOfStart(folder);
  expect(first).toEqual(expect.arrayContaining(['express', 'kysely', 'sharp']));
  // The icons of the company and the sizes of its pictures.
  expect(await readdir(join(folder, 'data/drawings'))).toHaveLength(4);
  const second = await packagesOfStart(folder);
  expect(second).toEqual(expect.arrayContaining(['express', 'kysely']));
  for (const late of ['nodemailer', 'prom-client', 'file-type', 'sharp']) expect(second).not.toContain(late);
});
