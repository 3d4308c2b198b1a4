// @module-tag deep/process: packs spoilt archives with tar
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/config.ts';
import { firstSchema, migrations } from '../../../../server/database/migrations/index.ts';
import { unfinishedRestore } from '../../../../server/process/data-dir.ts';
import { freshFiles } from '../../../../tools/archive/database.ts';
import { rowsPath } from '../../../../tools/archive/format.ts';
import { tarHeader, tarPadding, writeSealed } from '../../../../tools/backup/pack.ts';
import { checkBackup, restoreBackup } from '../../../../tools/backup/restore-backup.ts';
import { writeBackup } from '../../../../tools/backup/write-backup.ts';
import { hashesUnder } from '../../../support/engine/engine-data.ts';
import { folderForAll } from '../../../support/temp-folder.ts';

const log = pino({ level: 'silent' });
let folder: string;
let dataDir: string;
let good: string;
let before: Record<string, string>;
const restore = (file: string, to: string, force = false) =>
  restoreBackup(file, { config: loadConfig({ DATA_DIR: to }), force, log });
const backup = (from: string, out: string) =>
  writeBackup(out, { config: loadConfig({ DATA_DIR: from }), madeBy: 'test', log });

folderForAll((made) => (folder = made));
beforeAll(async () => {
  dataDir = join(folder, 'data');
  await freshFiles(dataDir, log);
  good = join(folder, 'good.tar.gz');
  await backup(dataDir, good);
  before = hashesUnder(dataDir);
});

/** Returns the text with which a file is refused, and checks that the data folder is unchanged. */
async function refusal(file: string) {
  await expect(checkBackup(file, log)).rejects.toThrow();
  const words = await restore(file, dataDir, true).then(
    () => 'RESTORED',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(hashesUnder(dataDir)).toEqual(before);
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  await expect(stat(join(folder, 'evil'))).rejects.toThrow();
  return words;
}

it('is a tar.gz that any tar reads, without a warning', () => {
  const listed = spawnSync('tar', ['tzvf', good], { encoding: 'utf8' });
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  expect(listed.stdout).toMatch(/^-rw------- .* manifest\.json\n(-rw------- .* rows\/\w+\.jsonl\n)+$/);
});

it('a look at what a restore would do leaves nothing behind, in a folder or without one', async () => {
  const bare = await mkdtemp(join(folder, 'bare-'));
  for (const to of [bare, join(folder, 'none')])
    await restoreBackup(good, { config: loadConfig({ DATA_DIR: to }), force: false, log }, { dryRun: true });
  expect(await readdir(bare)).toEqual([]);
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

it('one flipped byte or bit anywhere, a cut or a longer file is refused', async () => {
  const bytes = await readFile(good);
  await checkBackup(good, log);
  const bad = join(folder, 'bad.tar.gz');
  const last = bytes.length - 1;
  const spread = Array.from({ length: 12 }, (_, index) => Math.floor((last * index) / 11));
  for (const at of new Set([...spread, 1, 4, 9, last - 1, last - 9, last - 40, last - 106]))
    for (const mask of [0xff, 0x01]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ mask;
      await writeFile(bad, flipped);
      await expect(checkBackup(bad, log), `byte ${at}`).rejects.toThrow(
        at < 3
          ? 'is not a backup of this product'
          : /was damaged or changed: its content does not match the seal|is cut short, or its end was changed/,
      );
    }
  const others: [Buffer, string][] = [
    [bytes.subarray(0, -1), 'is cut short'],
    [bytes.subarray(0, 50), 'is cut short'],
    [Buffer.alloc(0), 'is not a backup of this product'],
    [Buffer.from('%PDF-1.7'), 'is not a backup of this product'],
    [Buffer.concat([bytes, Buffer.from('\n')]), 'its end was changed'],
    [Buffer.concat([bytes, bytes]), 'was damaged or changed'],
  ];
  for (const [other, words] of others) {
    await writeFile(bad, other);
    expect(await refusal(bad)).toContain(words);
  }
});

/** A file as a forger packs it; omitted parts are correct. */
interface Packed {
  path: string;
  content: Buffer;
  header?: Buffer;
  listed?: object;
}

/** Writes a backup with a valid seal around any content. */
async function forge(file: string, files: Packed[], manifest: object = {}, end = Buffer.alloc(1024)) {
  const listed = files.map(({ path, content, listed }) => ({
    path,
    bytes: content.length,
    sha256: hash('sha256', content, 'hex'),
    ...listed,
  }));
  const tables = Object.fromEntries(
    files.flatMap(({ path, content }) => {
      const table = /^rows\/(\w+)\.jsonl$/.exec(path)?.[1];
      return table ? [[table, { rows: String(content).split('\n').length - 1 }]] : [];
    }),
  );
  const about = {
    format: 'studio-archive',
    version: 2,
    kind: 'backup',
    made_at: '2026-01-01T00:00:00.000Z',
    made_by: 'x 1',
  };
  const said = {
    ...about,
    source: null,
    migrations: Object.keys(migrations),
    tables,
    files: listed,
    ...manifest,
  };
  const list = Buffer.from(JSON.stringify(said));
  await rm(file, { force: true });
  await writeSealed(file, [
    tarHeader('manifest.json', list.length),
    list,
    tarPadding(list.length),
    ...files.flatMap(({ path, content, header }) => [
      header ?? tarHeader(path, content.length),
      content,
      tarPadding(content.length),
    ]),
    end,
  ]);
}

/** Returns a header with other bytes and a matching checksum. */
function altered(header: Buffer, at: number, bytes: string) {
  header.write(bytes, at, 'latin1');
  header.write('        ', 148, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

describe('a backup that was made by hand, with a seal that is right', () => {
  const image = `media/2026/${'a'.repeat(32)}.png`;
  const file = (path: string, text = 'x') => ({ path, content: Buffer.from(text) });
  const rows = (text = '', table = 'secrets') => file(rowsPath(table), text);

  type Case = [string, Packed[], RegExp, { manifest?: object; end?: Buffer<ArrayBuffer> }?];
  const cases: Case[] = [
    ...[
      '../evil',
      '/etc/evil',
      'media/2026/../../evil',
      `${image}\0`,
      'session-secret',
      'restore-unfinished',
    ].map(
      (path): Case => [`the path ${JSON.stringify(path)}`, [rows(), file(path)], /is not the path of a file/],
    ),
    ['a file twice', [rows(), file(image), file(image)], /lists a file twice/],
    ['an export', [rows()], /is an export and no backup/, { manifest: { kind: 'content' } }],
    [
      'a symbolic link',
      [rows(), { ...file(image, ''), header: altered(tarHeader(image, 0), 156, '2/etc/passwd') }],
      /does not have media/,
    ],
    [
      'another name in the archive than in the list',
      [rows(), { ...file(image), header: tarHeader('../../evil', 1) }],
      /does not have media/,
    ],
    [
      'a file that is larger than the list says',
      [rows(), { ...file(image, 'x'.repeat(5000)), listed: { bytes: 1 } }],
      /does not have media/,
    ],
    ['64 MiB of zeros behind its end', [rows()], /contains more than/, { end: Buffer.alloc(2 ** 26) }],
    [
      'migrations of a newer release',
      [rows()],
      /newer release; this one does not know 9999-future/,
      { manifest: { migrations: [...Object.keys(migrations), '9999-future'] } },
    ],
    [
      'an earlier schema',
      [rows()],
      /comes from an earlier release/,
      { manifest: { migrations: Object.keys(migrations).filter((name) => name < firstSchema) } },
    ],
    [
      'a column that its table does not have',
      [rows('{"mood":"calm"}\n', 'recovery_codes')],
      /recovery_codes\.jsonl, line 1: .*mood/,
    ],
    ['a table that nobody knows', [rows('', 'strange')], /does not know: strange/],
    [
      'a row that refers to none',
      [rows('{"admin_id":7,"code_hash":"h"}\n', 'recovery_codes')],
      /content\.sqlite is damaged/,
    ],
  ];

  it.each(cases)('is refused with %s', async (_name, files, words, { manifest, end } = {}) => {
    const path = join(folder, 'forged.tar.gz');
    await forge(path, files, manifest, end);
    const said = await refusal(path);
    expect(said).toMatch(/^ArchiveProblem: /);
    expect(said).toMatch(words);
  });
});

it('a damaged database gives no backup, and never half of one under its name', async () => {
  const broken = join(folder, 'broken');
  await restore(good, broken);
  const file = join(broken, 'content.sqlite');
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = delete');
  database.close();
  await writeFile(file, (await readFile(file)).fill(0x5a, 4096 * 4));
  await expect(backup(broken, join(folder, 'half.tar.gz'))).rejects.toThrow('is damaged');
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
  expect(await readdir(join(broken, 'tmp'))).toEqual([]);
});

it('a restore that was cut off is done again, and loses nothing of what it finds', async () => {
  const cut = join(folder, 'cut');
  await mkdir(join(cut, 'tmp', 'restore-old'), { recursive: true });
  await mkdir(join(cut, 'media', '2025'), { recursive: true });
  await writeFile(join(cut, 'media', '2025', 'half.png'), 'x');
  await writeFile(join(cut, unfinishedRestore), '');
  await expect(restore(good, cut)).rejects.toThrow('is not empty (media)');
  expect(existsSync(join(cut, unfinishedRestore))).toBe(true);
  const { aside = '' } = await restore(good, cut, true);
  expect(await readFile(join(aside, 'media', '2025', 'half.png'), 'utf8')).toBe('x');
  expect((await readdir(cut)).sort()).toEqual(
    [basename(aside), 'bff.sqlite', 'content.sqlite', 'intake.sqlite', 'lock.sqlite', 'tmp'].sort(),
  );
});
