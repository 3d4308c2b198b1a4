// @module-tag deep/process: packs spoilt archives with tar
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unfinishedRestore } from '../../../../server/data-dir.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { migrations } from '../../../../server/database/migrations/index.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import { contentDatabase } from '../../../../tools/backup/manifest.ts';
import { checkBackup, restoreBackup } from '../../../../tools/backup/restore-backup.ts';
import { tarEnd, tarHeader } from '../../../../tools/backup/tar.ts';
import { writeBackup } from '../../../../tools/backup/write-backup.ts';
import { alteredHeader, type Forgery, forge } from './support/archive.ts';
import { folderHashes } from './support/site.ts';

let folder: string;
let dataDir: string;
let good: string;
let database: Buffer;
let before: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-refusals-'));
  dataDir = join(folder, 'data');
  const db = openSqlite(join(dataDir, 'content.sqlite'));
  await migrate(db);
  await db.destroy();
  good = join(folder, 'good.tar.gz');
  await writeBackup(dataDir, good, '0.1.0');
  execFileSync('tar', ['xzf', good, '-C', folder, contentDatabase]);
  database = await readFile(join(folder, contentDatabase));
  before = await folderHashes(dataDir);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/**
 * Returns the text with which a file is refused, and checks that the data folder is unchanged and without leftovers.
 */
async function refusal(file: string): Promise<string> {
  await expect(checkBackup(file)).rejects.toThrow();
  const words = await restoreBackup(file, dataDir, true).then(
    () => 'RESTORED',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(await folderHashes(dataDir)).toEqual(before);
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  return words;
}

it('is a tar.gz that any tar reads, without a warning', () => {
  const listed = execFileSync('tar', ['tzvf', good], { stdio: ['ignore', 'pipe', 'pipe'] });
  expect(String(listed)).toMatch(/^-rw------- .* manifest\.json\n-rw------- .* content\.sqlite\n$/);
});

it('one flipped byte or bit anywhere, a cut or a longer file is refused', async () => {
  const bytes = await readFile(good);
  await checkBackup(good);
  const bad = join(folder, 'bad.tar.gz');
  const last = bytes.length - 1;
  const spread = Array.from({ length: 24 }, (_, index) => Math.floor((last * index) / 23));
  const ends = [
    1,
    2,
    3,
    4,
    8,
    9,
    10,
    last - 1,
    last - 9,
    last - 11,
    last - 40,
    last - 80,
    last - 106,
    last - 115,
  ];
  for (const at of new Set([...spread, ...ends])) {
    for (const mask of [0xff, 0x01, 0x80]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ mask;
      await writeFile(bad, flipped);
      expect(await refusal(bad), `byte ${at} of ${bytes.length}`).toContain('BackupProblem: ');
    }
  }
  for (const other of [
    bytes.subarray(0, -1),
    bytes.subarray(0, 50),
    Buffer.alloc(0),
    Buffer.concat([bytes, bytes]),
  ]) {
    await writeFile(bad, other);
    expect(await refusal(bad)).toContain('is damaged, cut short, or not a backup of this product');
  }
});

describe('a backup that was made by hand, with a seal that is right', () => {
  const names = Object.keys(migrations).sort();
  const content = () => ({ path: contentDatabase, content: database });
  const image = `media/2026/${'a'.repeat(32)}.png`;
  const file = (path: string, text = 'x') => ({ path, content: Buffer.from(text) });

  it('is taken when all of it is right', async () => {
    const path = join(folder, 'right.tar.gz');
    await forge(path, { files: [content(), file(image)], manifest: { migrations: names } });
    expect((await checkBackup(path)).files).toHaveLength(2);
  });

  const cases: [string, () => Forgery, RegExp][] = [
    ...[
      '../evil',
      '/etc/evil',
      'media/../evil',
      'media/2026/../../evil',
      `private/cv/../${'a'.repeat(32)}.pdf`,
      `${image}\0`,
      'session-secret',
      'tmp/x',
      'restore-unfinished',
    ].map((path): [string, () => Forgery, RegExp] => [
      `the path ${JSON.stringify(path)}`,
      () => ({ files: [content(), file(path)] }),
      /does not understand the backup’s list of contents/,
    ]),
    ['another format', () => ({ files: [content()], manifest: { format: 2 } }), /does not understand/],
    [
      'something unknown in the list',
      () => ({ files: [content()], manifest: { run: 'x' } }),
      /does not understand/,
    ],
    ['a file twice', () => ({ files: [content(), file(image), file(image)] }), /lists a file twice/],
    ['no database', () => ({ files: [file(image)] }), /has no database/],
    [
      'a symbolic link',
      () => ({
        files: [
          content(),
          { ...file(image, ''), header: alteredHeader(tarHeader(image, 0), 156, '2/etc/passwd') },
        ],
      }),
      /does not have media/,
    ],
    [
      'a hard link',
      () => ({
        files: [
          content(),
          { ...file(image, ''), header: alteredHeader(tarHeader(image, 0), 156, '1content.sqlite') },
        ],
      }),
      /does not have media/,
    ],
    [
      'another name in the archive than in the list',
      () => ({ files: [content(), { ...file(image), header: tarHeader('../../evil', 1) }] }),
      /does not have media/,
    ],
    [
      'a file that is larger than the list says',
      () => ({ files: [content(), { ...file(image, 'x'.repeat(5000)), listed: { size: 1 } }] }),
      /does not have media/,
    ],
    [
      'a file that is larger than its header says',
      () => ({
        files: [
          content(),
          { ...file(image, 'x'.repeat(5000)), header: tarHeader(image, 1), listed: { size: 1 } },
        ],
      }),
      /does not match its hash|bytes between/,
    ],
    [
      'another hash',
      () => ({ files: [content(), { ...file(image), listed: { sha256: '0'.repeat(64) } }] }),
      /does not match its hash/,
    ],
    [
      'a file that is in no list',
      () => ({ files: [content()], end: Buffer.concat([tarHeader(image, 0), tarEnd]) }),
      /contains more than/,
    ],
    [
      '64 MiB of zeros behind its end',
      () => ({ files: [content()], end: Buffer.alloc(2 ** 26) }),
      /contains more than/,
    ],
    ['no end', () => ({ files: [content()], end: Buffer.alloc(0) }), /is cut short/],
    [
      'a database that is none',
      () => ({ files: [{ path: contentDatabase, content: Buffer.alloc(8192, 'no database ') }] }),
      /content\.sqlite in the backup is not an intact database/,
    ],
    [
      'a database with a broken page',
      () => ({
        files: [{ path: contentDatabase, content: withBrokenPage(database) }],
        manifest: { migrations: names },
      }),
      /not an intact database/,
    ],
    [
      'a database of other migrations than the list says',
      () => ({ files: [content()], manifest: { migrations: names.slice(1) } }),
      /not an intact database/,
    ],
    [
      'migrations of a newer release',
      () => ({ files: [content()], manifest: { app: '9.0.0', migrations: [...names, '9999-future'] } }),
      /newer release \(9\.0\.0\); this one does not know 9999-future/,
    ],
    [
      'sessions that are no database',
      () => ({ files: [content(), file('bff.sqlite', 'nothing')], manifest: { migrations: names } }),
      /bff\.sqlite in the backup is not an intact database/,
    ],
  ];

  it.each(cases)('is refused with %s', async (_name, forgery, words) => {
    const path = join(folder, 'forged.tar.gz');
    await forge(path, forgery());
    const said = await refusal(path);
    expect(said).toMatch(/^BackupProblem: /);
    expect(said).toMatch(words);
    await expect(stat(join(folder, 'evil'))).rejects.toThrow();
  });
});

it('never leaves half a backup under its name', async () => {
  const out = join(folder, 'half.tar.gz');
  const broken = join(folder, 'broken');
  await restoreBackup(good, broken, false);
  const db = new DatabaseSync(join(broken, 'content.sqlite'));
  db.exec('drop table tokens');
  db.close();
  await expect(writeBackup(broken, out, '0.1.0')).rejects.toThrow('no such table: tokens');
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
  expect(await readdir(join(broken, 'tmp'))).toEqual([]);
});

it('a restore that was cut off is done again, and loses nothing of what it finds', async () => {
  const cut = join(folder, 'cut');
  await mkdir(join(cut, 'tmp', 'restore-old'), { recursive: true });
  await mkdir(join(cut, 'media', '2025'), { recursive: true });
  await writeFile(join(cut, 'media', '2025', 'half.png'), 'x');
  await writeFile(join(cut, unfinishedRestore), '');
  await expect(restoreBackup(good, cut, false)).rejects.toThrow('is not empty (media)');
  expect(existsSync(join(cut, unfinishedRestore))).toBe(true);
  const { aside = '' } = await restoreBackup(good, cut, true);
  expect(await readFile(join(aside, 'media', '2025', 'half.png'), 'utf8')).toBe('x');
  expect((await readdir(cut)).sort()).toEqual(
    [basename(aside), 'content.sqlite', 'lock.sqlite', 'tmp'].sort(),
  );
  expect(await readdir(join(cut, 'tmp'))).toEqual([]);
});

/** Overwrites every page but the first two with garbage: the header is still valid. */
function withBrokenPage(whole: Buffer): Buffer {
  const broken = Buffer.from(whole);
  broken.fill(0x5a, 4096 * 4);
  return broken;
}
