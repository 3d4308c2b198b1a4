import pg from 'pg';
import { connectionOf } from '../../../server/database/postgres/connect.ts';
import { type BackupResult, parseLastBackup, withResult } from '../../../server/last-backup.ts';

/**
 * Stores the result of a backup in the database of `url`, where every process of the site can read it. A failed
 * backup does not overwrite the record of the last good one. Does nothing if the table does not exist yet. Rejects if
 * the database refuses the record.
 */
export async function noteInDatabase(url: string, result: BackupResult, now = Date.now()): Promise<void> {
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ there: boolean }>(
      "select to_regclass('last_backup') is not null as there",
    );
    if (!tables[0]?.there) return;
    const { rows } = await client.query<{ record: string }>('select record from last_backup');
    const record = withResult(parseLastBackup(rows[0]?.record), result, now);
    await client.query(
      'insert into last_backup (id, record) values (1, $1) on conflict (id) do update set record = excluded.record',
      [JSON.stringify(record)],
    );
  } finally {
    await client.end().catch(() => {});
  }
}
