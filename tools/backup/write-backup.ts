import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { assertReadable } from '../../server/data-dir.ts';
import { collect, copySiteFiles, measureFolder } from './collect.ts';
import { flushFolder } from './flush-folder.ts';
import { databaseDump, databases, fileFolders, type Manifest, manifestName, siteFile } from './manifest.ts';
import { dumpPostgres, type PostgresSource } from './postgres/dump.ts';
import { runTool } from './postgres/tools.ts';
import { BackupProblem } from './problem.ts';
import { readBackup } from './read-backup.ts';
import { sealed } from './seal.ts';
import { newStaging } from './staging.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';
import { waitingForms } from './waiting-forms.ts';

/**
 * Leftovers of a killed backup are removed only after a day, since a younger one may belong to a backup that is still
 * running.
 */
const dayMs = 86_400_000;

/** Result of writing a backup. */
export interface Written {
  file: string;
  /** Size of the file in bytes. */
  size: number;
  manifest: Manifest;
  /** Files in the folders for media and CVs that do not belong to the product, and were left out. */
  strangers: string[];
  /** Number of forms in the queue that still have to be delivered to the API host. */
  waiting: number;
}

/**
 * Writes a consistent snapshot of the data folder into a new file, also while the server runs. The file appears under
 * its name only after it is complete, flushed to disk, and read back as for a restore. With `postgres`, that database
 * is backed up and not the files of SQLite. Rejects with `BackupProblem` if there is nothing to back up or if the
 * file exists.
 */
export async function writeBackup(
  dataDir: string,
  out: string,
  app: string,
  postgres?: PostgresSource,
): Promise<Written> {
  const file = resolve(out);
  await refuseBackup(dataDir, file, postgres !== undefined);
  await mkdir(dirname(file), { recursive: true });
  const staging = await newStaging(dataDir, 'backup', dayMs);
  let check: string | undefined;
  const part = `${file}.part`;
  try {
    check = await newStaging(dataDir, 'backup', dayMs);
    const createdAt = new Date().toISOString();
    const gathered = await (postgres ? gatherPostgres(dataDir, staging, postgres) : gather(dataDir, staging));
    const { strangers, waiting, ...about } = gathered;
    const manifest: Manifest = { format: 1, app, createdAt, ...about, files: await describe(staging) };
    await rm(part, { force: true });
    await pipeline(
      Readable.from(archive(staging, manifest)),
      createGzip(),
      sealed,
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await readBackup(part, check, { databasesOnly: true });
    // Reads the whole dump, as a restore would do.
    if (postgres) await runTool('pg_restore', ['--file=/dev/null', join(check, databaseDump)]);
    // A link fails if the file exists by now, whereas a rename would replace it.
    await link(part, file);
    await flushFolder(dirname(file));
    return { file, size: (await stat(file)).size, manifest, strangers, waiting };
  } finally {
    await rm(part, { force: true });
    for (const folder of [staging, check]) if (folder) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the backup that `writeBackup` would write; writes nothing. Rejects with the errors that `writeBackup` has
 * before it begins.
 */
export async function planBackup(dataDir: string, out: string, isPostgres: boolean) {
  await refuseBackup(dataDir, resolve(out), isPostgres);
  return measureFolder(dataDir);
}

async function refuseBackup(dataDir: string, file: string, isPostgres: boolean): Promise<void> {
  await assertReadable(dataDir);
  if (!isPostgres && ![...databases, siteFile].some((name) => existsSync(join(dataDir, name))))
    throw new BackupProblem(
      `${dataDir} has none of ${[...databases, siteFile].join(', ')}: there is nothing to back up.`,
    );
  if (existsSync(file)) throw new BackupProblem(`${file} already exists; it is left as it is.`);
}

async function gather(dataDir: string, staging: string) {
  const { migrations, strangers } = await collect(dataDir, staging);
  return { migrations, strangers, waiting: waitingForms(staging) };
}

async function gatherPostgres(dataDir: string, staging: string, source: PostgresSource) {
  const dumped = await dumpPostgres(dataDir, staging, source);
  await copySiteFiles(dataDir, staging);
  return dumped;
}

async function describe(staging: string): Promise<Manifest['files']> {
  const entries = await readdir(staging, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(staging.length + 1));
  const order = [databaseDump, ...databases, siteFile, ...fileFolders];
  const rank = (path: string) => {
    const at = order.findIndex((name) => path.startsWith(name));
    return at < 0 ? order.length : at;
  };
  paths.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  const files: Manifest['files'] = [];
  for (const path of paths) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(join(staging, path))) {
      hash.update(chunk);
      size += chunk.length;
    }
    files.push({ path, size, sha256: hash.digest('hex') });
  }
  return files;
}

async function* archive(staging: string, manifest: Manifest): AsyncGenerator<Buffer> {
  const list = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield* [tarHeader(manifestName, list.length), list, tarPadding(list.length)];
  for (const { path, size } of manifest.files) {
    yield tarHeader(path, size);
    let sent = 0;
    for await (const chunk of createReadStream(join(staging, path))) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== size) throw new BackupProblem(`${path} changed while it was read. Please start again.`);
    yield tarPadding(size);
  }
  yield tarEnd;
}
