// @module-tag deep/process: starts the product from its sources and from its build
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { builtProductOf, hashServerSources } from '../../server/built-product.ts';

const root = join(import.meta.dirname, '../..');

/** At exit, reports which packages and built files were loaded, and with which options the process started. */
const watch = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name, file] = /(?:node_modules|dist)\\/((?:@[^/]+\\/)?[^/]+)\\/(.*)/.exec(url) ?? [];
      if (name) loaded.add(name).add(name + '/' + file.replace(/-[\\w-]{8}\\.js$/, '.js'));
      return next(url, context);
    },
  });
  process.on('exit', () => {
    const { execArgv, env } = process;
    console.log('report ' + JSON.stringify({ loaded: [...loaded], execArgv, arenas: env.MALLOC_ARENA_MAX }));
  });
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const asked = ['/', '/jobs', '/api/jobs', '/robots.txt', '/favicon.ico', '/nowhere', '/api/nowhere'];

/** Starts the product as `node ARGS`, sends it a few requests, and stops it. */
async function startOnce(port: number, args: string[]) {
  const child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(watch)}`, ...args],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        // Makes every write of the compile cache fail: a file cannot contain a folder.
        NODE_COMPILE_CACHE: join(folder, 'file', 'cache'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      if (output.includes('The site is at')) resolve();
    });
    child.once('close', () => reject(new Error(output)));
  });
  const closed = once(child, 'close');
  await ready;
  const answers = await Promise.all(
    asked.map(async (path) => {
      const answer = await fetch(`http://localhost:${port}${path}`);
      const headers = Object.fromEntries(answer.headers);
      const { date: _, 'x-request-id': id = '', ...rest } = headers;
      return [path, answer.status, rest, (await answer.text()).replaceAll(id || '-', 'ID')];
    }),
  );
  child.kill('SIGTERM');
  expect((await closed)[0], output).toBe(0);
  const report = JSON.parse(/^report (.*)$/m.exec(output)?.[1] ?? '{}');
  return { ...(report as { loaded: string[]; execArgv: string[]; arenas?: string }), answers };
}

it('built or from its sources it is the same product, and a start loads nothing that most processes never need', async () => {
  await writeFile(join(folder, 'file'), '');
  const late = [
    'nodemailer',
    'prom-client',
    'file-type',
    'http-proxy-middleware',
    'undici',
    '@aws-sdk/client-s3',
  ];

  // The same port for both, since the pages contain the site's address.
  const port = await freePort();

  // Only the entry applies its settings and uses the built files.
  const sources = await startOnce(port, [
    '--input-type=module',
    '-e',
    "(await import('./server/main.ts')).run()",
  ]);
  expect(sources.loaded).toEqual(expect.arrayContaining(['express', 'kysely', 'sharp']));
  expect(sources.loaded).not.toContain('product/product.js');
  for (const each of late) expect(sources.loaded).not.toContain(each);
  // The icons of the company, and the dimensions of its pictures.
  expect(await readdir(join(folder, 'data/drawings'))).toHaveLength(4);

  const built = await startOnce(port, ['server/main.ts']);
  expect(built.loaded).toContain('product/product.js');
  for (const each of [
    'express',
    'sharp',
    'product/nodemailer.js',
    'product/prom-client.js',
    'product/s3-storage.js',
  ])
    expect(built.loaded).not.toContain(each);
  // The process has restarted itself with its original options.
  expect(built.execArgv.map((each) => each.slice(0, 9))).toEqual(['--max-sem', '--import=']);
  expect(built.arenas).toBe('1');

  expect(built.answers).toEqual(sources.answers);
});

it('the built server runs only while it is what its sources would build', async () => {
  for (const name of ['server/http', 'shared', 'dist/product'])
    await mkdir(join(folder, name), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('server/http/log.ts', 'one');
  await write('package.json', '{}');
  expect(builtProductOf(folder)).toBeUndefined();
  const builtFrom = hashServerSources(folder);
  await write('dist/product/built-from', `${builtFrom}\n`);
  expect(builtProductOf(folder)).toBe(join(folder, 'dist/product/product.js'));
  const changes: [string, string][] = [
    ['server/http/log.ts', 'two'],
    ['server/http/new.ts', ''],
    ['package-lock.json', '{}'],
  ];
  for (const [name, text] of changes) {
    await write(name, text);
    expect(builtProductOf(folder), name).toBeUndefined();
    await rm(join(folder, name));
    await write('server/http/log.ts', 'one');
    await write('package.json', '{}');
    expect(builtProductOf(folder), name).toBeDefined();
  }
  await rm(join(folder, 'server/http/log.ts'));
  expect(builtProductOf(folder)).toBeUndefined();
});

it('a process with a wrong environment ends with exit code 1, names every bad variable and prints no value', async () => {
  const values = {
    PORT: 'port-value',
    PUBLIC_URL: 'https://user:public-password@studio.example',
    UPSTREAM_URL: 'https://user:upstream-password@api.example',
    SESSION_SECRET: 'too-short-secret',
    ADMIN_PASSWORD: 'tooweak',
    SMTP_URL: 'http://user:smtp-password@mail.example',
    TRUST_PROXY: 'trust-value',
    SESSION_IDLE_HOURS: '9',
    SESSION_MAX_HOURS: '8',
  };
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], { env: values });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  for (const name of Object.keys(values)) expect(output).toContain(name);
  expect(output).toContain('8 problems');
  for (const leak of ['port-value', '-password', 'too-short', 'tooweak', 'trust-value']) {
    expect(output).not.toContain(leak);
  }
  expect(output).not.toContain('    at ');
});
