import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileColumns } from '../../../server/content-api/media/store.ts';
import { sha256 } from '../files.ts';

/** Returns every file under a folder, by its path in the folder; none if there is no folder. */
export const filesUnder = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    : [];

/** Returns the SHA-256 of every file under a folder by its path; without locks and SQLite's temporary files. */
export const hashesUnder = (folder: string) =>
  Object.fromEntries(
    filesUnder(folder)
      .filter((name) => !/(^|\/)lock\.|-(wal|shm)$/.test(name))
      .sort()
      .map((name) => [name, sha256(readFileSync(join(folder, name)))]),
  );

/**
 * Returns inconsistencies in the data of an idle engine: a damaged page, a dangling reference, a row without its file
 * or a file without its row, an abandoned upload, a mail queued twice for one applicant.
 */
export function engineProblems(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'content.sqlite'), { readOnly: true });
  try {
    const named = new Map<string, string>();
    for (const { table, column } of fileColumns) {
      const rows = database.prepare(`select ${column} as address from ${table}`).all() as {
        address: string | null;
      }[];
      for (const { address } of rows) if (address !== null) named.set(placeOf(address), table);
    }
    const stored = ['media', 'private'].flatMap((root) =>
      filesUnder(join(dataDir, root)).map((name) => join(root, name)),
    );
    const temporary = filesUnder(join(dataDir, 'tmp'));
    const known = new Set(stored);
    return [
      ...statements(database, 'pragma integrity_check', (row) => row.integrity_check !== 'ok'),
      ...statements(database, 'pragma foreign_key_check'),
      ...statements(database, 'select address from doomed_files'),
      ...statements(
        database,
        `select json_extract(cast(payload as text), '$.recipient') as recipient, count(*) as mails from tasks
         where kind = 'applicant.confirmation' group by 1, json_extract(cast(payload as text), '$.subject') having count(*) > 1`,
      ),
      ...[...named].flatMap(([place, table]) =>
        known.has(place) ? [] : [`a row of ${table} names ${place}, which is not there`],
      ),
      ...stored.flatMap((place) => (named.has(place) ? [] : [`${place} belongs to no row`])),
      ...stored.flatMap((place) => (statSync(join(dataDir, place)).size > 0 ? [] : [`${place} is empty`])),
      ...temporary.map((name) => `tmp/${name} was left`),
    ];
  } finally {
    database.close();
  }
}

/**
 * Returns the path of an address's file below DATA_DIR: /storage/2026/a.png is in media, private/cv/a.pdf is used
 * unchanged.
 */
function placeOf(address: string) {
  return address.startsWith('/storage/') ? join('media', address.slice('/storage/'.length)) : address;
}

/** Returns the rows of a query, as problems. */
function statements(
  database: DatabaseSync,
  query: string,
  isBad: (row: Record<string, unknown>) => boolean = () => true,
) {
  const rows = database.prepare(query).all() as Record<string, unknown>[];
  return rows.filter(isBad).map((row) => `${query.split('\n', 1)[0]}: ${JSON.stringify(row)}`);
}
