import { createHash, randomUUID } from 'node:crypto';
import { limits, MIB } from '#shared/limits.ts';
import type { RevisionsTable, SiteDb } from '../../server/database/site-types.ts';
import type { Sealer } from '../../server/process/sealed.ts';

/** A file of a stored record. */
export interface SnapshotBytes {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

export type Thing = Record<string, unknown> & { id: string | number };

/** Metadata of a file. The bytes of all files of a record are sealed as one part. */
type FileHead = Omit<SnapshotBytes, 'bytes'> & { size: number };

type Match = Partial<RevisionsTable>;
type Part = 'head' | 'thing' | 'files';

/** A stored record without its long parts. A version has a `number`. */
export type Stored<Head> = Head & { files: FileHead[] } & Omit<RevisionsTable, 'thing' | 'files'>;

const shown = ['key', 'resource', 'thing_id', 'kept_at', 'head'] as const;

/**
 * The two tables: `keepsakes` for deleted records, and `overwritten` for the states before a save. `word` is part of
 * hashes and seals. The record itself is part of the head, or has a column, so that lists of versions do not read it.
 */
const stores = {
  keepsakes: { word: 'keepsake', mostBytes: 512 * MIB, shown, thingIn: 'head' },
  overwritten: { word: 'overwritten', mostBytes: 256 * MIB, shown: [...shown, 'number'], thingIn: 'thing' },
} as const;

type Name = keyof typeof stores;

export const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores records of a host for `limits.trashDays`, encrypted. If they have more than `mostBytes` in all, the oldest are
 * removed first. A sealed part cannot be opened as another part or as part of another record.
 */
export function createStore<Head extends object>(db: SiteDb, sealer: Sealer, name: Name, now: () => number) {
  const { word, mostBytes, shown, thingIn } = stores[name];
  // The type of the table that has the columns of both.
  const table = name as 'overwritten';
  const since = () => now() - limits.trashDays * dayMs;
  const placeOf = (key: string, part: Part) => `${word}${part === 'head' ? '' : ` ${part}`} ${key}`;

  const select = (match: Match) =>
    db
      .selectFrom(table)
      .where('kept_at', '>', since())
      .where((eb) => eb.and(match))
      .orderBy('kept_at');

  const remove = (match: Match) =>
    db
      .deleteFrom(table)
      .where((eb) => eb.and(match))
      .execute();

  /** Removes what is too old, and the oldest beyond `mostBytes` in all. */
  async function forgetOld() {
    await db.deleteFrom(table).where('kept_at', '<=', since()).execute();
    let total = 0;
    const rows = await select({}).select(['key', 'bytes']).execute();
    for (const { key, bytes } of rows.reverse()) {
      total += bytes;
      if (total > mostBytes) await remove({ key });
    }
  }

  /** Opens a part of a record. Undefined if it is gone, or sealed with another secret. */
  async function open(key: string, part: Part) {
    const row = await select({ key }).select(part).executeTakeFirst();
    return row && sealer.open(row[part], placeOf(key, part));
  }

  return {
    select,
    remove,
    forgetOld,
    update: (match: Match, values: Match) =>
      db
        .updateTable(table)
        .set(values)
        .where((eb) => eb.and(match))
        .execute(),
    hashOf: (who: string) => createHash('sha256').update(`${word} ${who}`).digest('base64url'),
    /** Stores a record and returns its key. */
    async add(
      row: Match,
      { files = [], thing, ...given }: Head & { files?: readonly SnapshotBytes[]; thing: Thing },
    ) {
      const key = randomUUID();
      const seal = (part: Part, plain: object) =>
        sealer.seal(Buffer.isBuffer(plain) ? plain : Buffer.from(JSON.stringify(plain)), placeOf(key, part));
      const head = { ...given, files: files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })) };
      const parts = {
        ...(thingIn === 'head'
          ? { head: seal('head', { ...head, thing }) }
          : { head: seal('head', head), thing: seal('thing', thing) }),
        files: seal('files', Buffer.concat(files.map(({ bytes }) => bytes))),
      };
      const bytes = Object.values(parts).reduce((sum, { length }) => sum + length, 0);
      const all = { ...row, ...parts, key, bytes, kept_at: now() } as RevisionsTable;
      await db.insertInto(table).values(all).execute();
      await forgetOld();
      return key;
    },
    /** Returns the matching records, oldest first, without those that were sealed with another secret. */
    async list(match: Match): Promise<Stored<Head>[]> {
      const rows = await select(match).select(shown).execute();
      return rows.flatMap((row) => {
        const head = sealer.open(row.head, placeOf(row.key, 'head'));
        return head ? [{ ...JSON.parse(head.toString()), ...row }] : [];
      });
    },
    async thing(key: string): Promise<Thing | undefined> {
      const thing = await open(key, 'thing');
      return thing && JSON.parse(thing.toString());
    },
    async filesOf({ key, files }: Stored<Head>) {
      const bytes = await open(key, 'files');
      let end = 0;
      return files.flatMap(({ size, ...file }) => {
        end += size;
        return bytes ? [{ ...file, bytes: bytes.subarray(end - size, end) }] : [];
      });
    },
  };
}
