import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';

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

/** True if .dockerignore sends this file of the checkout to the build: the last pattern that names it decides. */
function isSent(file: string): boolean {
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
