import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { createInterface } from 'node:readline';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { image, pdf } from '../support/files.ts';
import { signIn } from '../support/sign-in.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const instructions = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '');

describe('the image', () => {
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
    const kept = ['server/main.ts', 'tests/tsconfig.json', 'package.json'];
    const left = [
      '.git/config',
      'node_modules/a.js',
      'data/content.sqlite',
      '.env',
      'deploy/.env',
      'tests/a.ts',
    ];
    expect([...kept, ...left].filter(isSent)).toEqual(kept);
  });
});

/** User id of an unprivileged user, who can write only what belongs to that user; only root may switch to it. */
const nobody = 65_534;

it.runIf(process.getuid?.() === 0)(
  'what the Dockerfile builds runs for a user who can write DATA_DIR and nothing else (as root only)',
  { timeout: 600_000, tags: ['deep/process'] },
  async () => {
    // Not in the temporary folder of the test run, which other users may not be able to read.
    const folder = mkdtempSync('/tmp/studio-image-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    const app = buildImage(folder);

    const password = 'a long enough password';
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: app,
      uid: nobody,
      gid: nobody,
      env: {
        NODE_ENV: 'production',
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

    expect((await fetch(`${url}/readyz`)).status).toBe(200);
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
    const applied = await request(url)
      .post('/api/applyJob')
      .set('X-CSRF', '1')
      .field({ name: 'Amna', email: 'amna@example.com', consent: '1' })
      .attach('cv', pdf(), 'cv.pdf');
    expect(applied.body).toMatchObject({ status: 1, data: { reference: expect.any(String) } });

    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);

/** True if .dockerignore sends this file of the checkout to the build: the last pattern that names it decides. */
function isSent(file: string) {
  // Docker's wildcards take names that begin with a dot, those of Node do not.
  const undotted = (path: string) => path.replace(/(^|\/)\./g, '$1x.');
  const decides = (line: string) => {
    const pattern = undotted(line.replace(/^!/, ''));
    return matchesGlob(undotted(file), pattern) || matchesGlob(undotted(file), `${pattern}/**`);
  };
  return read('.dockerignore').split('\n').filter(Boolean).findLast(decides)?.startsWith('!') ?? true;
}

/**
 * Does what a build of the image does, stage by stage, in folders of `folder`: COPY from the files that .dockerignore
 * sends, and each RUN line, but for the one that installs Debian's packages. Returns the /app of the last stage.
 */
function buildImage(folder: string) {
  const context = join(folder, 'context');
  const sent = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).stdout.split('\0');
  for (const file of sent) if (file && isSent(file)) cpSync(join(root, file), join(context, file));
  const stages = new Map<string, string>();
  let app = '';
  const inApp = (path: string) => join(app, path.replace(/^\/app\b/, ''));
  for (const line of instructions) {
    const [name = '', ...words] = line.trim().split(/\s+/);
    if (name === 'FROM') {
      app = join(folder, words[2] ?? 'image');
      stages.set(words[2] ?? 'image', app);
      mkdirSync(app);
    }
    if (name === 'COPY') {
      const stage = words[0]?.startsWith('--from=') ? stages.get(words.shift()?.slice(7) ?? '') : undefined;
      const target = words.pop() ?? '';
      for (const word of words) {
        const source = join(stage ?? context, word.replace(/^\/app\b/, ''));
        const into = inApp(target.endsWith('/') ? join(target, basename(word)) : target);
        // Each path of a stage is copied out once, so it can be moved: ten thousand files of packages need no copies.
        if (stage) renameSync(source, into);
        else cpSync(source, into, { recursive: true, verbatimSymlinks: true });
      }
    }
    if (name === 'RUN' && words[0] !== 'apt-get') {
      const command = words
        .join(' ')
        .replaceAll('/data', join(folder, 'data'))
        .replace('node:node', `${nobody}`);
      const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
      const ran = spawnSync('sh', ['-c', command], { cwd: app, env, encoding: 'utf8' });
      expect(ran.status, `${command}\n${ran.stderr}`).toBe(0);
    }
  }
  return app;
}
