// @module-tag deep/process: runs the command
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite } from '../../support/engine/moving-content.ts';
import { image } from '../../support/files.ts';
import { listening } from '../../support/free-port.ts';
import { studio } from '../../support/studio-command.ts';
import { folderForAll } from '../../support/temp-folder.ts';

const root = join(import.meta.dirname, '../../..');
let folder: string;
folderForAll((made) => (folder = made));
const asked: string[] = [];
let leadsAway = true;
const server = createServer(async (req, res) => {
  asked.push(req.url ?? '');
  if (leadsAway && req.url?.includes('mast'))
    res.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  else res.setHeader('content-type', 'image/png').end(await image('png'));
});
let origin = '';
beforeAll(async () => {
  await mkdir(join(folder, 'tmp'));
  origin = await listening(server);
});
afterAll(() => {
  server.close();
});

const run = (args: string[], data = 'data') =>
  studio(['import', ...args], { DATA_DIR: join(folder, data), TMPDIR: join(folder, 'tmp') });
const take = (...args: string[]) => run(args);

const wordpress = () =>
  readFileSync(exported('wordpress.xml'), 'utf8').replaceAll('https://harbour.example', origin);
const exported = (name: string) => join(root, 'tests/support/exports', name);

it('export files are taken into the engine in one step, pictures with them, and nothing of the way is left', async () => {
  const file = join(folder, 'one-step.xml');
  await writeFile(file, wordpress());
  const looked = await take(file, '--dry-run');
  expect(looked).toMatchObject({ code: 0, err: '' });
  expect(looked.out).toMatch(/Pictures below http:.*: 2\n[\s\S]*posts +10 +0[\s\S]*Nothing was changed/);
  expect(existsSync(join(folder, 'data'))).toBe(false);

  expect(await take(file, '--media-origin', origin)).toMatchObject({
    code: 1,
    err: expect.stringContaining('needs --allow-private'),
  });
  const named = ['--media-origin', origin, '--allow-private'];
  const done = await take(file, ...named, '--json');
  const { counts, left, missing } = JSON.parse(done.out);
  expect(counts).toMatchObject({ posts: { added: 10, refused: 0 }, redirects: { added: 16 } });
  expect([done.code, ...left.toSorted()]).toEqual([
    2,
    expect.stringMatching(/^blogs 2[12]: http:.*mast-scaled\.jpg: /),
    expect.stringMatching(
      /^blogs 22: https:\/\/cdn\.example\/far\.webp: .*is not below a configured media origin/,
    ),
  ]);
  expect(missing).toHaveLength(3);
  const site = await openSite(join(folder, 'data'));
  const picture = site.db.selectFrom('blogs').innerJoin('pictures', 'pictures.file', 'blogs.blog_image');
  expect(await picture.select('alt').where('blogs.id', '=', 21).execute()).toEqual([
    { alt: 'The quay in the morning' },
  ]);
  await site.close();
  // Running the same command again adds the pictures that were unavailable.
  leadsAway = false;
  const again = await take(file, ...named);
  expect(again).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^blogs 22: https:\/\/cdn.*\nposts 22: https:\/\/cdn.*\n$/),
  });
  expect(again.out).toMatch(/posts +0 +8 +2 [\s\S]*redirects +0 +16 +0/);

  const without = await run([file, '--no-media', '--json'], 'no-media');
  expect([without.code, without.err]).toEqual([0, '']);
  expect(JSON.parse(without.out)).toMatchObject({ counts: { posts: { added: 10 } }, left: [] });

  expect(await take(folder, '--old-site', 'https://a.example')).toMatchObject({
    code: 1,
    err: `--old-site is for export files, and ${folder} is not one.\n`,
  });
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  expect((await readdir(join(folder, 'data/tmp'))).filter((name) => name.startsWith('import'))).toEqual([]);
});
