// @module-tag deep/process: starts the product from its sources and from its build
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtProductOf, hashServerSources } from '../../server/process/built-product.ts';
import { folderForEach } from '../support/temp-folder.ts';

const root = join(import.meta.dirname, '../..');

let folder: string;
folderForEach((made) => (folder = made));

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
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'server/main.ts')], {
    env: values,
  });
  const output = `${stdout}${stderr}`;
  expect(status).toBe(1);
  for (const name of Object.keys(values)) expect(output).toContain(name);
  expect(output).toContain('8 problems');
  for (const leak of ['port-value', '-password', 'too-short', 'tooweak', 'trust-value']) {
    expect(output).not.toContain(leak);
  }
  expect(output).not.toContain('    at ');
});
