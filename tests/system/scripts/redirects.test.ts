// @module-tag deep/process: runs the command beside a running site
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRedirectEditors, makeRedirectsTable } from '../../../server/database/site/redirects-table.ts';
import { openSiteFile } from '../../../server/database/site-file.ts';
import type { SiteDb } from '../../../server/database/site-types.ts';
import { exportRedirects, importRedirects, listRedirects } from '../../../tools/commands/redirect-actions.ts';
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

describe('its commands', () => {
  let db: SiteDb;
  beforeAll(async () => {
    db = openSiteFile(':memory:');
    await makeRedirectsTable(db);
    await addRedirectEditors(db);
  });
  afterAll(() => db.destroy());
  const take = (file: string, dryRun = false) =>
    importRedirects(db, file, { mediaPaths: ['/storage'], dryRun });
  const give = (file: string, dryRun = false) => exportRedirects(db, file, { dryRun });

  it('take a file in, and give it back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-redirects-'));
    const [file, copy] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
    await writeFile(file, 'From,To\n/a,/team\n/storage/x.png,/y\n/b,\n');
    const bad = await take(file);
    expect(bad.ok).toBe(false);
    expect(bad.lines.map((line) => line.split(':', 1)[0])).toEqual([
      'Line 3, from',
      'Line 4, to',
      'Nothing was imported.',
    ]);
    await writeFile(file, 'From,To\n/ä,/team\n', 'latin1');
    await expect(take(file)).rejects.toThrow('Windows-1252');
    await writeFile(file, 'From,To\n/a,/team\n/b,/contact\n');
    expect((await take(file, true)).lines[0]).toContain('Nothing was changed');
    expect((await listRedirects(db)).lines).toEqual(['There are no redirects.']);
    expect((await take(file)).lines[0]).toMatch(/^2 new/);
    expect((await listRedirects(db)).lines).toEqual([
      '/a  ->  /team  (0 hits, command)',
      '/b  ->  /contact  (0 hits, command)',
    ]);
    await give(copy, true);
    expect(existsSync(copy)).toBe(false);
    await give(copy);
    expect(await readFile(copy, 'utf8')).toContain('"/a","/team",0');
    // An existing file is not overwritten.
    await expect(give(copy)).rejects.toThrow(/EEXIST/);
    await expect(give(copy, true)).rejects.toThrow('already exists');
    expect((await take(copy)).lines[0]).toMatch(/^0 new, 0 with a new target, 2 unchanged/);
    await rm(folder, { recursive: true });
  });
});
