import { createHash } from 'node:crypto';
import { limits } from '#shared/limits.ts';
import type { Sealer } from '../../server/bff/sealed.ts';
import type { SiteDb } from '../../server/database/site-types.ts';

/** A file of a stored record. */
export interface SnapshotBytes {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** Metadata of a file. The bytes of all files of a record are stored together in one piece. */
export type FileHead = Omit<SnapshotBytes, 'bytes'> & { size: number };

type Thing = Record<string, unknown> & { id: string | number };

/**
 * Where records of a host are stored for `limits.trashDays`, encrypted: `keepsakes` for deleted ones, `overwritten` for
 * the states before a save. If they have more than `mostBytes` in all, the oldest are removed first. A sealed part
 * cannot be opened as another part or as part of another record.
 */
export function createStore(
  db: SiteDb,
  sealer: Sealer,
  { name, word, mostBytes }: { name: 'keepsakes' | 'overwritten'; word: string; mostBytes: number },
  now: () => number,
) {
  // The columns that both tables have.
  const table = name as 'keepsakes';
  const since = () => now() - limits.trashDays * 24 * 60 * 60 * 1000;
  const place = (key: string, part: string) => [word, part, key].filter(Boolean).join(' ');

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await db.deleteFrom(table).where('key', '=', key).execute();
  }

  return {
    remove,
    alive: () => db.selectFrom(table).where('kept_at', '>', since()),
    hashOf: (who: string) => createHash('sha256').update(`${word} ${who}`).digest('base64url'),
    /** Seals the metadata of a record with that of its files, and the files. */
    seal(key: string, head: object, files: readonly SnapshotBytes[]) {
      const heads = files.map(({ bytes, ...file }): FileHead => ({ ...file, size: bytes.length }));
      return {
        head: sealer.seal(Buffer.from(JSON.stringify({ ...head, files: heads })), place(key, '')),
        files: sealer.seal(Buffer.concat(files.map(({ bytes }) => bytes)), place(key, 'files')),
      };
    },
    sealThing: (key: string, thing: Thing) =>
      sealer.seal(Buffer.from(JSON.stringify(thing)), place(key, 'thing')),
    /** Opens the metadata (''), or the record itself. Undefined if it was sealed with another secret. */
    open<Part>(key: string, part: '' | 'thing', sealed: Uint8Array): Part | undefined {
      const plain = sealer.open(sealed, place(key, part));
      return plain && (JSON.parse(plain.toString()) as Part);
    },
    openFiles(key: string, heads: readonly FileHead[], sealed: Uint8Array): SnapshotBytes[] | undefined {
      const bytes = sealer.open(sealed, place(key, 'files'));
      let end = 0;
      return (
        bytes &&
        heads.map(({ size, ...file }) => {
          end += size;
          return { ...file, bytes: bytes.subarray(end - size, end) };
        })
      );
    },
    /**
     * Removes the records of which `textOf` contains one of these texts. The texts are lower-case, and identify a
     * person who asked for the deletion of their data.
     */
    async removeWith(texts: readonly string[], textOf: (key: string) => Promise<unknown>): Promise<number> {
      const keys = await db.selectFrom(table).select('key').execute();
      const found: string[] = [];
      // One record at a time, since a record may have megabytes.
      for (const { key } of keys) {
        const said = JSON.stringify((await textOf(key)) ?? {}).toLowerCase();
        if (texts.some((text) => said.includes(text))) found.push(key);
      }
      await remove(found);
      return found.length;
    },
    async forgetOld(): Promise<void> {
      await db.deleteFrom(table).where('kept_at', '<=', since()).execute();
      const rows = await db.selectFrom(table).select(['key', 'bytes']).orderBy('kept_at', 'desc').execute();
      await remove(beyond(rows, Number.POSITIVE_INFINITY, mostBytes));
    },
  };
}

/** Returns the keys of the rows after the first `count` rows, and of those beyond `most` bytes in total. */
export function beyond(
  rows: readonly { key: string; bytes: number }[],
  count: number,
  most: number,
): string[] {
  let total = 0;
  return rows.flatMap(({ key, bytes }, index) => {
    total += Number(bytes);
    return index >= count || total > most ? [key] : [];
  });
}
