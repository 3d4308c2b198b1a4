// @module-tag deep/process: runs the command beside a running site
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSiteFile } from '../../../server/database/databases.ts';
import { makeRedirectsTable } from '../../../server/database/site/redirects-table.ts';
import type { SiteDb } from '../../../server/database/site-types.ts';
import { runRedirects } from '../../../tools/redirect-commands.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const script = join(import.meta.dirname, '../../../scripts/redirects.ts');

/** The command as an operator runs it. */
function redirects(dataDir: string, args: string[]) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe('npm run redirects, beside a running site', () => {
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

  it('says why it does nothing, and fails', async () => {
    const refused = await redirects(app.dataDir, ['add', '/old', 'https://evil.example', '--json']);
    expect([refused.code, JSON.parse(refused.out)]).toEqual([
      1,
      expect.objectContaining({ added: [], refused: [expect.objectContaining({ field: 'to' })] }),
    ]);
    const usage = await redirects(app.dataDir, ['add', '/old']);
    expect([usage.code, usage.out]).toEqual([1, '']);
    expect(usage.err).toContain('npm run redirects -- add FROM TO');
  });
});

describe('its commands', () => {
  let db: SiteDb;
  beforeAll(async () => {
    db = openSiteFile(':memory:');
    await makeRedirectsTable(db);
  });
  afterAll(() => db.destroy());
  const run = (command: string, given: string[] = [], dryRun = false) =>
    runRedirects(command, given, db, { mediaPaths: ['/storage'], dryRun });

  it('take a file in, and give it back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-redirects-'));
    const [file, copy] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
    await writeFile(file, 'From,To\n/a,/team\n/storage/x.png,/y\n/b,\n');
    const bad = await run('import', [file]);
    expect(bad.ok).toBe(false);
    expect(bad.lines.map((line) => line.split(':', 1)[0])).toEqual([
      'Line 3, from',
      'Line 4, to',
      'Nothing was imported.',
    ]);
    await writeFile(file, 'From,To\n/a,/team\n/b,/contact\n');
    expect((await run('import', [file], true)).lines[0]).toContain('Nothing was changed');
    expect((await run('list')).lines).toEqual(['There are no redirects.']);
    expect((await run('import', [file])).lines[0]).toMatch(/^2 new/);
    expect((await run('list')).lines).toEqual([
      '/a  ->  /team  (0 hits, command)',
      '/b  ->  /contact  (0 hits, command)',
    ]);
    await run('export', [copy]);
    expect(await readFile(copy, 'utf8')).toContain('"/a","/team",0');
    // What is there is not overwritten.
    await expect(run('export', [copy])).rejects.toThrow(/EEXIST/);
    expect((await run('import', [copy])).lines[0]).toMatch(/^0 new, 0 led elsewhere than before, 2 here/);
    await rm(folder, { recursive: true });
  });

  it.each([
    ['add', ['/x']],
    ['add', ['/x', '/y', '/z']],
    ['import', []],
    ['list', ['/x']],
    ['toString', []],
  ])('%s %j is none', async (command, given) => {
    await expect(run(command, given)).rejects.toThrow('npm run redirects -- list');
  });
});
