import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../server/config.ts';
import { lockDataDir } from '../../server/data-dir.ts';
import { openExclusiveLock } from '../../server/database/postgres/exclusive-lock.ts';
import {
  databaseFiles,
  neverKept,
  ownTables,
  readFiles,
  readPostgres,
  type Tables,
  writeRows,
} from '../archive/database.ts';
import { type Manifest, newManifest } from '../archive/format.ts';
import { ArchiveProblem } from '../archive/problem.ts';
import { exchange, intoFiles, intoPostgres, ownObjects, refuseFilled } from './restore-backup.ts';
import { newStaging, waitingForms } from './write-backup.ts';

/** Tables that stay behind in a move: unlike in a backup, sessions move along. */
const left = neverKept.filter((table) => table !== 'tokens' && table !== 'account_links');

/** Result of a move, or what its dry run would move. */
export interface Moved {
  tables: Manifest['tables'];
  waiting: number;
  /** Number of texts with a NUL, which PostgreSQL cannot store. */
  replaced: number;
}

/**
 * Moves the rows of a site into the empty PostgreSQL of DATABASE_URL, or from there into a DATA_DIR without a database:
 * a backup and a restore, of rows alone. All processes must be stopped. The source stays as it was. Rejects with
 * `ArchiveProblem` or `StartError`; then nothing was moved.
 */
export async function moveDatabase(
  to: 'postgres' | 'sqlite',
  { DATA_DIR: dataDir, DATABASE_URL: url = '' }: Config,
  { log, dryRun }: { log: Logger; dryRun: boolean },
): Promise<Moved> {
  const closing = [(await lockDataDir(dataDir)).release];
  try {
    const there = databaseFiles.filter((name) => existsSync(join(dataDir, name)));
    if (to === 'sqlite' && there.length > 0)
      throw new ArchiveProblem(
        `${dataDir} has a site already (${there.join(', ')}). Move these files away, or set DATA_DIR to another folder.`,
      );
    if (to === 'postgres' && there.length === 0)
      throw new ArchiveProblem(
        `${dataDir} has none of ${databaseFiles.join(', ')}: there is nothing to move.`,
      );
    const { client, close } = await openExclusiveLock(url, log);
    closing.unshift(close);
    const staging = await newStaging(dataDir, 'move');
    closing.unshift(() => rm(staging, { recursive: true, force: true }));
    const own = await ownObjects(client, await ownTables(log));
    if (to === 'postgres') await refuseFilled(client, own.tables);
    else if (own.tables.length === 0)
      throw new ArchiveProblem('The database has no site: there is nothing to move.');
    if (to === 'sqlite') await client.query('begin isolation level repeatable read read only');
    const source = to === 'sqlite' ? readPostgres(client, own.tables) : await readFiles(dataDir);
    const manifest = await staged(source, staging);
    if (to === 'sqlite') await client.query('rollback');
    const { tables } = manifest;
    const moved = { tables, waiting: await waitingForms(staging, manifest), replaced: 0 };
    if (dryRun) return moved;
    if (to === 'postgres') {
      // Nothing is in these tables. Without this line they would be moved aside.
      for (const table of own.tables) await client.query(`drop table "${table}" cascade`);
      return {
        ...moved,
        ...(await intoPostgres(client, url, { staging, manifest, own: { ...own, tables: [] }, log })),
      };
    }
    await intoFiles(staging, manifest, log);
    await exchange(dataDir, staging, [], databaseFiles);
    return moved;
  } finally {
    for (const close of closing) await close();
  }
}

async function staged(source: Tables, staging: string): Promise<Manifest> {
  try {
    const [tables, migrations] = [await writeRows(source, staging, left), await source.migrations()];
    return newManifest({
      kind: 'backup',
      made_by: 'studio-site',
      source: null,
      migrations,
      tables,
      files: [],
    });
  } finally {
    await source.close();
  }
}
