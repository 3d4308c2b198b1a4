// @module-tag deep/process: runs the commands, and kills them
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { namedOrigins } from '../../../server/foreign-media/named-origins.ts';
import { importArchive } from '../../../tools/archive/import-archive.ts';
import { openArchive } from '../../../tools/archive/read-archive.ts';
import { writeArchive } from '../../../tools/archive/write-archive.ts';
import { readOnly } from '../../../tools/moving/arguments.ts';
import { createEngineSource } from '../../../tools/moving/engine/engine-source.ts';
import { createEngineTarget } from '../../../tools/moving/engine/engine-target.ts';
import { openToRead } from '../../../tools/moving/engine.ts';
import { lookingFetcher, openFetcher } from '../../../tools/moving/foreign.ts';
import { sourceWithRedirects, targetWithRedirects } from '../../../tools/moving/redirects.ts';
import { contentOf, exportTo, fillSite, openSite } from '../../support/engine/moving-content.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-archives-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function script(name: 'export' | 'import', args: string[], environment: Record<string, string> = {}) {
  const watched = join(import.meta.dirname, '../../support/engine/killed-at.ts');
  const file = join(import.meta.dirname, '../../../scripts/studio.ts');
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: at('target'), ...environment };
  return new Promise<{ code: unknown; signal: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['--import', watched, file, name, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, signal: error?.signal ?? null, out, err }),
    );
  });
}

it('an import that is killed goes on, ends the same, and a look before it changes nothing', async () => {
  const source = await openSite(at('source'));
  await fillSite(source, { posts: 60, projects: 4 });
  await exportTo(at('archive'), source);
  await source.close();
  // A dry run creates nothing.
  const log = pino({ level: 'silent' });
  const look = await openToRead(loadConfig({ DATA_DIR: at('nowhere') }), log, { empty: true });
  const seen = await importArchive(await openArchive(at('archive')), createEngineTarget(look));
  expect(seen).toMatchObject({ counts: { posts: { added: 59 } }, left: [] });
  await look.close();
  await expect(openToRead(loadConfig({ DATA_DIR: at('nowhere') }), log)).rejects.toThrow(
    'is DATA_DIR right?',
  );
  // Killed while the files of the first rows are stored, and much later.
  for (const KILL_AT of ['6', '400']) {
    const killed = await script('import', [at('archive')], { KILL_AT });
    expect(killed).toMatchObject({ signal: 'SIGKILL' });
  }
  const done = await script('import', [at('archive'), '--json']);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(done.out)).toMatchObject({ dryRun: false, left: [], remarks: [] });
  // While another process has the database open, as a running site does.
  const running = await openSite(at('target'));
  expect(await script('export', [at('again')])).toMatchObject({ code: 0, err: '' });
  await exportTo(at('same'), running);
  expect(await contentOf(at('same'))).toEqual(await contentOf(at('archive')));
  const doomed = await running.db.selectFrom('doomed_files').selectAll().execute();
  expect(doomed).toEqual([]);
  expect(await script('import', [at('archive')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is in use'),
  });
  await running.close();
});

it('redirects go along; one that leads elsewhere here is refused until it is to be replaced', async () => {
  const [one, two] = [await openSite(at('one')), await openSite(at('two'))];
  const options = { mediaPaths: [], dryRun: false, replace: false };
  const targetOf = (site: typeof one, more: object = {}) =>
    targetWithRedirects(createEngineTarget({ ...site, into: site }), { db: site.site, ...options, ...more });
  try {
    const rows = [
      { from: '/2019/05/our-post', to: '/view-blog/7' },
      { from: '/old', to: '/blogs' },
    ];
    const given = {
      ...{ madeBy: 'Test', address: null, entities: ['redirects' as const] },
      records: async function* () {
        yield* rows as never[];
        yield { from: '/api/x', to: '/' } as never;
      },
      media: async () => ({ refused: '' }),
    };
    await writeArchive(given, at('redirects'));
    const first = await importArchive(await openArchive(at('redirects')), targetOf(one));
    expect(first.counts.redirects).toMatchObject({ added: 2, refused: 1 });
    expect(first.left).toEqual([expect.stringMatching(/^redirects \/api\/x: from: /)]);
    const again = await importArchive(await openArchive(at('redirects')), targetOf(one));
    expect(again.counts.redirects).toMatchObject({ same: 2, refused: 1 });
    const about = { madeBy: 'Test', address: null };
    await writeArchive(
      sourceWithRedirects(createEngineSource(one.db, one.storage, about), one.site),
      at('whole'),
    );
    await importArchive(await openArchive(at('whole')), targetOf(two));
    rows[1] = { from: '/old', to: '/team' };
    await writeArchive({ ...given, entities: ['redirects'] }, at('changed'));
    const changed = await openArchive(at('changed'));
    expect((await importArchive(changed, targetOf(two))).counts.redirects).toMatchObject({
      same: 1,
      refused: 2,
    });
    const replaced = await importArchive(changed, targetOf(two, { replace: true }));
    expect(replaced.counts.redirects).toMatchObject({ same: 1, replaced: 1, refused: 1 });
  } finally {
    await one.close();
    await two.close();
  }
});

it('options that are none are refused in words, and origins are taken as they are named', async () => {
  expect(readOnly('posts, categories')).toEqual(['categories', 'posts']);
  expect(() => readOnly('posts,cats')).toThrow('not cats');
  const { takes } = lookingFetcher(namedOrigins(['https://old.example/files']));
  const ours = ['https://old.example/files/a.png', 'http://OLD.example/files/a.png?x=1'];
  expect(ours.map(takes)).toEqual([true, true]);
  const others = [
    'https://old.example/a.png',
    'https://old.example.evil/files/a.png',
    '/files/a.png',
    'data:,x',
  ];
  expect(others.map(takes)).toEqual([false, false, false, false]);
  const config = { UPLOAD_IMAGE_MAX_BYTES: 1000, UPLOAD_VIDEO_MAX_BYTES: 1000 };
  const origins = namedOrigins(['http://127.0.0.1:9']);
  const fetcher = openFetcher(origins, { folder: at('fetched'), config });
  expect(await fetcher.fetch('http://127.0.0.1:9/a.png')).toEqual({
    refused: expect.stringContaining('127.0.0.1:9/a.png'),
  });
  expect(await fetcher.fetch('http://elsewhere.invalid/a.png')).toEqual({
    refused: expect.stringContaining('not below a configured media origin'),
  });
  fetcher.close();
});
