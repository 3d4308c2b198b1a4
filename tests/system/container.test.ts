import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { image } from '../support/files.ts';
import { signIn } from '../support/sign-in.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the image', () => {
  const instructions = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages = instructions.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
  const last = instructions.slice(stages.at(-1));

  it('runs as a user without rights, from the last stage on, and starts nothing through a shell', () => {
    expect(stages).toHaveLength(3);
    const user = last.findIndex((line) => line.startsWith('USER '));
    expect(last[user]).toBe('USER node');
    expect(last.slice(user).filter((line) => /^(RUN|COPY|ADD|USER root)/.test(line))).toEqual([]);
    for (const name of ['ENTRYPOINT', 'CMD']) {
      expect(last.find((line) => line.startsWith(`${name} `))).toMatch(/^\w+ \[".*\]$/);
    }
  });

  it('holds no secret, fetches nothing by address, and only its data can be written', () => {
    const text = instructions.join('\n');
    expect(text).not.toMatch(/^ADD |curl|wget|https?:\/\/(?!127\.0\.0\.1)|chmod (?:-R )?[0-7]*[2367]\b/m);
    expect(text).not.toMatch(/SESSION_SECRET|PASSWORD|TOKEN/);
    expect(text.match(/npm ci[^&\n]*/g)).toEqual([
      'npm ci --ignore-scripts',
      'npm ci --omit=dev --ignore-scripts ',
    ]);
    expect(last.filter((line) => line.includes('chown'))).toEqual([
      'RUN mkdir -p /data && chown node:node /data && chmod 700 /data',
    ]);
    expect(last).toContain('VOLUME /data');
  });

  it('is made without history, data and secrets of the machine that builds it', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'data', '.env']));
    expect(last.filter((line) => /^COPY (?!--from)/.test(line))).toEqual([
      'COPY package.json package-lock.json ./',
      'COPY shared ./shared',
      'COPY server ./server',
      'COPY hosts ./hosts',
      'COPY tools ./tools',
      'COPY scripts ./scripts',
    ]);
  });

  it('is started, in docs/deploy.md, with a root that cannot be written and without capabilities', () => {
    const [line = ''] = /docker run (?:[^\n]*\\\n)*[^\n]*/.exec(read('docs/deploy.md')) ?? [];
    for (const option of [
      '--read-only',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
      '-v studio-data:/data',
    ]) {
      expect(line).toContain(option);
    }
  });
});

/** User id of an unprivileged user, who can write only what belongs to that user; only root may switch to it. */
const nobody = 65_534;
const mayBecomeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', 'require("fs").readFileSync("server/main.ts")'], {
    cwd: root,
    uid: nobody,
    gid: nobody,
  }).status === 0;

it.runIf(mayBecomeNobody)(
  'the product runs for a user who can write DATA_DIR and nothing else, without a folder for temporary files (as root only)',
  { timeout: 60_000, tags: ['deep/process'] },
  async () => {
    // Not in the temporary folder of the test run, which other users may not be able to read.
    const dataDir = mkdtempSync('/tmp/studio-read-only-');
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    chownSync(dataDir, nobody, nobody);
    const password = 'a long enough password';
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      uid: nobody,
      gid: nobody,
      env: {
        PATH: process.env.PATH,
        HOME: '/nowhere',
        TMPDIR: '/nowhere',
        PORT: '0',
        DATA_DIR: dataDir,
        SAMPLE_CONTENT: 'off',
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines: string[] = [];
    let url: string | undefined;
    child.stderr.on('data', (text) => lines.push(String(text)));
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      url = /^The site is at (\S+)$/.exec(line)?.[1] ?? url;
      if (line.includes('/admin/login') || line.includes('proxies')) break;
    }
    child.stdout.resume();
    if (!url) throw new Error(lines.join('\n'));

    const { agent } = await signIn({ url }, { email: 'admin@localhost', password });
    const saved = await agent
      .post('/api/saveBlog')
      .field({ blog_title: 'Written', description: '<p>words</p>', is_active: '1' })
      .attach('blog_image', await image('png', 900, 600), 'a.png');
    expect(saved.body).toMatchObject({ status: 1 });
    const { body } = await agent.get('/api/blogs?page=1');
    const picture = await fetch(`${url}/img/480${body.data.data[0].blog_image}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await fetch(`${url}/publishing`)).status).toBe(200);
    expect((await fetch(`${url}/share/studio.png`)).status).toBe(200);

    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);
