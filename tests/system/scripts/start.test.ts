// @module-tag deep/process: runs npm start and stops it by signals
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { isBuilt } from '../../../scripts/build.ts';
import { loadConfig } from '../../../server/config.ts';
import { startLines } from '../../../server/product.ts';
import { folderForEach } from '../../support/temp-folder.ts';

const root = join(import.meta.dirname, '../../..');
let folder: string;
const children: ChildProcess[] = [];

folderForEach((made) => (folder = made));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs `npm start` as an operator does. */
function npmStart(environment: Record<string, string> = {}) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  }
  return { child, output, exited: once(child, 'exit') };
}

it('SIGTERM to npm ends the server, and the port is free', {
  timeout: 120_000,
}, async () => {
  const { child, output, exited } = npmStart();
  await vi.waitFor(() => expect(output.text).toContain('This password is shown once'), {
    timeout: 100_000,
  });
  const url = /The site is at (\S+)/.exec(output.text)?.[1] ?? '';
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  await exited;
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), 30_000);

  // At most about a screenful, including the two lines of the log. npm's warnings about its own settings do not
  // count.
  const lines = output.text
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'));
  expect(lines.length).toBeLessThanOrEqual(20);
  for (const subject of ['engine', 'public address', 'content', 'mail', 'proxies'])
    expect(output.text).toMatch(new RegExp(`^ {2}${subject} +\\S`, 'm'));
  // A recent build, of this start or an earlier one, is not repeated.
  expect(await isBuilt()).toBe(true);
});

it('the lines of a start say where the data is, and no secret', () => {
  const config = loadConfig({
    SMTP_URL: 'smtp://user:secret@mail.example:587',
    MAIL_FROM: 'hello@studio.example',
    DATABASE_URL: 'postgres://user:secret@db.example:5433/studio',
    SESSION_SECRET: 's'.repeat(32),
    MEDIA_URL: 's3://pictures/site?endpoint=https://store.example',
    AWS_ACCESS_KEY_ID: 'id-of-a-key',
    AWS_SECRET_ACCESS_KEY: 'the-key-itself',
  });
  const said = startLines(config, { url: 'http://localhost:3000', content: 'sample' }).join('\n');
  expect(said).toContain('PostgreSQL at db.example:5433, media in the bucket pictures; the rest in ');
  expect(said).toContain('sent from hello@studio.example by mail.example:587');
  expect(said).not.toMatch(/secret|the-key|ssss/);
});
