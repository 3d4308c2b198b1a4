import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createGunzip } from 'node:zlib';
import { migrations as known } from '../../server/database/migrations/index.ts';
import { siteMigrations } from '../../server/database/site/migrations.ts';
import { type ExactReader, exactReader } from './exact-reader.ts';
import {
  contentDatabase,
  databaseDump,
  databases,
  type Manifest,
  manifestName,
  maxManifestBytes,
  readManifest,
} from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { assertSealed } from './seal.ts';
import { tarEnd, tarHeader, tarHeaderBytes, tarPadding, tarSize } from './tar.ts';

/**
 * Verifies a whole backup and unpacks it into `folder`, which must be empty. Checks every byte by the seal, the
 * structure of the archive, every file by its hash, the databases with SQLite itself, and the schema by the
 * migrations that this release knows. With `databasesOnly`, all other files are verified but not written. Rejects
 * with `BackupProblem`, or with an error of the file system.
 */
export async function readBackup(
  file: string,
  folder: string,
  { databasesOnly = false } = {},
): Promise<Manifest> {
  await assertSealed(file);
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  let manifest: Manifest;
  try {
    const reader = exactReader(unpacked);
    manifest = await readList(reader);
    for (const entry of manifest.files) {
      const isDatabase = databases.includes(entry.path) || entry.path === databaseDump;
      await readEntry(reader, entry, isDatabase || !databasesOnly ? join(folder, entry.path) : undefined);
    }
    const end = await reader.take(tarEnd.length);
    if (!end.equals(tarEnd) || !(await reader.atEnd())) {
      throw new BackupProblem('The backup contains more than its list of contents says.');
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      throw new BackupProblem(`${file} cannot be unpacked.`, { cause: error });
    }
    throw error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  await verifyDatabases(folder, manifest);
  return manifest;
}

async function readList(reader: ExactReader): Promise<Manifest> {
  const header = await reader.take(tarHeaderBytes);
  const size = tarSize(header) ?? Number.POSITIVE_INFINITY;
  if (size > maxManifestBytes || !header.equals(tarHeader(manifestName, size))) {
    throw new BackupProblem('The backup does not start with its list of contents.');
  }
  const list = await reader.take(size);
  await expectPadding(reader, size);
  return readManifest(list.toString('utf8'));
}

/** Reads one file of the backup. It is written to `to`; if `to` is undefined, the file is only verified. */
async function readEntry(
  reader: ExactReader,
  { path, size, sha256 }: Manifest['files'][number],
  to: string | undefined,
): Promise<void> {
  // The header must be exactly the expected one. This refuses a link, a folder, another name and another size.
  if (!(await reader.take(tarHeaderBytes)).equals(tarHeader(path, size))) {
    throw new BackupProblem(`The backup does not have ${path} where its list of contents says.`);
  }
  if (to) await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const handle = to ? await open(to, 'wx', 0o600) : undefined;
  const hash = createHash('sha256');
  try {
    for await (const piece of reader.pieces(size)) {
      hash.update(piece);
      await handle?.writeFile(piece);
    }
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  if (hash.digest('hex') !== sha256)
    throw new BackupProblem(`${path} in the backup does not match its hash.`);
  await expectPadding(reader, size);
}

async function expectPadding(reader: ExactReader, size: number): Promise<void> {
  const expected = tarPadding(size);
  if (!(await reader.take(expected.length)).equals(expected)) {
    throw new BackupProblem('The backup has stray bytes between its files.');
  }
}

async function verifyDatabases(folder: string, manifest: Manifest): Promise<void> {
  const strange = [
    ...manifest.migrations.filter((name) => !Object.hasOwn(known, name)),
    ...(manifest.postgres?.migrations.filter((name) => !Object.hasOwn(siteMigrations, name)) ?? []),
  ];
  if (strange.length > 0) {
    throw new BackupProblem(
      `The backup comes from a newer release (${manifest.app}); this one does not know ${strange.join(', ')}.`,
    );
  }
  for (const { path } of manifest.files) {
    if (path === contentDatabase) verifyDatabase(join(folder, path), path, manifest.migrations);
    else if (databases.includes(path)) verifyDatabase(join(folder, path), path);
    else if (path === databaseDump) await verifyDump(join(folder, path));
  }
}

/** Checks only that the file begins like a dump. Any other fault is found by pg_restore. */
async function verifyDump(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    if (buffer.toString('latin1') !== 'PGDMP')
      throw new BackupProblem(`${databaseDump} in the backup is not a dump of PostgreSQL.`);
  } finally {
    await handle.close();
  }
}

function verifyDatabase(file: string, name: string, migrations?: string[]): void {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const found = database.prepare('pragma integrity_check').all();
      if (found.length !== 1 || found[0]?.integrity_check !== 'ok') throw new Error('integrity_check');
      if (database.prepare('pragma foreign_key_check').all().length > 0) throw new Error('foreign_key_check');
      if (!migrations) return;
      const rows = database.prepare('select name from kysely_migration order by name').all();
      if (rows.map((row) => row.name).join() !== migrations.join()) throw new Error('migrations');
    } finally {
      database.close();
    }
  } catch (cause) {
    throw new BackupProblem(`${name} in the backup is not an intact database of this product.`, { cause });
  }
}
