// @module-tag deep/process: runs the command beside a running site
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const script = join(import.meta.dirname, '../../../scripts/studio.ts');

/** Runs the command as an operator does. */
function redirects(dataDir: string, args: string[]) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
    execFile(process.execPath, [script, 'redirects', ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe('npm run studio -- redirects, beside a running site', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('is followed by the site without a restart', async () => {
    const led = async (path: string) =>
      (await fetch(new URL(path, app.url), { redirect: 'manual' })).headers.get('location');
    expect(await led('/old.html')).toBeNull();
    expect((await redirects(app.dataDir, ['add', '/old.html', '/team'])).code).toBe(0);
    await expect.poll(() => led('/old.html?a=1')).toBe('/team?a=1');
    expect((await redirects(app.dataDir, ['remove', '/old.html/'])).code).toBe(0);
    await expect.poll(() => led('/old.html')).toBeNull();
  });
});
