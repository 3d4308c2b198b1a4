import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { type Entity, isFile } from '#shared/entities/entity.ts';
import { type ContentEntity, contentNames, entities } from '#shared/entities/index.ts';
import { forgetAuthors, isoNow } from '../../database/rows.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { AppError } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import { readDecoderHeader, takeOutMetadata } from '../../image-files/image-files.ts';
import type { IncomingFile } from '../calls.ts';
import { type FileStorage, newAddress, type StoredContent, typeOfAddress } from './storage.ts';

/** A change of rows and files in progress. */
export interface Change {
  tx: Transaction<Tables>;
  /**
   * Returns the address under which a file of this change will be served; for a picture that is already stored, its
   * existing address.
   */
  addressOf(file: IncomingFile): string;
  /**
   * Releases files (null and '' are ignored); those that no row names after the change are removed from the storage
   * after the commit.
   */
  drop(...addresses: (string | null)[]): void;
}

export type MediaStore = ReturnType<typeof createMediaStore>;

/**
 * How long a file of another process stays on the removal list before it is removed, in milliseconds: longer than any
 * change takes, and than the difference between the clocks of machines.
 */
const leftAfterMs = 60 * 60 * 1000;

/**
 * Changes files together with the table rows that name them; both stay consistent even if the power fails in between.
 * A new file is first listed in the table `doomed_files` (the removal list), then stored; the transaction that
 * creates its row also takes it off the list. A file that loses its row is listed by the transaction that removes the
 * row. Files still listed when a change ends, or when the engine starts, belong to no row and are removed. If other
 * processes use the same database (`isShared`), a file is removed only after an hour on the list: before that, one of
 * them may be storing it.
 */
export function createMediaStore(
  db: Db,
  storage: FileStorage,
  log: Logger,
  { isShared = false }: { isShared?: boolean } = {},
) {
  async function sweep(among?: readonly string[]) {
    try {
      const doomed = await listedForRemoval(db, among);
      await storage.remove(doomed);
      await unlistForRemoval(db, doomed);
    } catch (error) {
      // A failure is only logged, so that the call does not fail: the files stay on the removal list, and are removed
      // later.
      log.warn({ err: error }, 'content API: unused files could not be removed; retrying later');
    }
  }

  /**
   * Removes files that any process put on the removal list at least an hour before `now`; returns their number. They
   * are taken off the list before they are removed: a process that is still storing one of them then finds it missing
   * from the list, and its change fails.
   */
  async function sweepOld(now: Date) {
    const left = await takeListedBefore(db, new Date(now.getTime() - leftAfterMs).toISOString());
    try {
      await storage.remove(left);
    } catch (error) {
      await listForRemoval(db, left);
      throw error;
    }
    return left.length;
  }

  async function finalTargetOf(file: IncomingFile, wanted: string | undefined): Promise<Arrival> {
    const isPicture = file.type.startsWith('image/');
    if (isPicture) await takeOutMetadata(file.path);
    const measured = isPicture ? await measureFile(file.path) : undefined;
    if (wanted !== undefined && typeOfAddress(wanted) === file.type) {
      const isFree = !(await storage.stat(wanted)) || (await listedForRemoval(db, [wanted])).length > 0;
      return { file, address: isFree ? wanted : newAddress(file.type), measured, wanted };
    }
    return { file, address: newAddress(file.type), measured, wanted: undefined };
  }

  return {
    /**
     * Stores the files, pictures without their metadata, and runs `work` in one transaction. If either fails, neither
     * rows nor files have changed. Pictures get rows in the library (docs/product.md §23), added by `who`. A picture
     * with the bytes of a stored one is not kept beside it, unless `anew` is true. A file in `wanted` gets the address
     * given there, if that address is free, because other data already refers to the file by this address.
     */
    async change<Result>(
      files: readonly IncomingFile[],
      work: (change: Change) => Promise<Result>,
      {
        who = null,
        anew = false,
        wanted = new Map(),
      }: { who?: string | null; anew?: boolean; wanted?: ReadonlyMap<IncomingFile, string> } = {},
    ) {
      const arrivals = await Promise.all(files.map((file) => finalTargetOf(file, wanted.get(file))));
      const touched = arrivals.map(({ address }) => address);
      try {
        await listForRemoval(db, touched);
        await storage.put(new Map(arrivals.map(({ address, file }) => [address, file.path])));
        return await db.transaction().execute(async (tx) => {
          const hashes = anew ? [] : arrivals.flatMap(({ measured }) => measured?.hash ?? []);
          const alike = await storedAlike(tx, hashes, [...wanted.values()]);
          const { added, addressOf } = placed(arrivals, alike);
          await insertPictures(tx, picturesOf(added), who);
          const dropped: string[] = [];
          const result = await work({
            tx,
            addressOf,
            drop: (...gone) => dropped.push(...gone.flatMap((address) => address || [])),
          });
          // The rows now name the files, so the files leave the removal list. A file that is no longer listed was
          // removed as left over, and the change fails.
          const addresses = added.map(({ address }) => address);
          if ((await unlistForRemoval(tx, addresses)) < addresses.length)
            throw new AppError('storage.down', 503, {
              cause: new Error(
                'files of a change were removed before the change ended: it took more than an hour',
              ),
              retryAfter: 5,
            });
          const unused = await removeUnused(tx, dropped);
          await listForRemoval(tx, unused);
          touched.push(...unused);
          return result;
        });
      } finally {
        await sweep(touched);
      }
    },
    /** Removes what a crash has left. Called when the engine starts. */
    async sweep() {
      if (!isShared) return sweep();
      await sweepOld(new Date()).catch((error: unknown) => {
        log.warn({ err: error }, 'content API: files left by a crash could not be removed; retrying later');
      });
    },
    sweepOld,
    /**
     * Returns a stored file, which is looked up only when it is used. For '' the result is a file that does not exist.
     */
    contentOf: (address: string): StoredContent => ({
      stat: async () => (address === '' ? undefined : storage.stat(address)),
      open: async (signal) => (address === '' ? undefined : storage.open(address, undefined, signal)),
    }),
  };
}

/** A file of a change, before it is stored. */
interface Arrival {
  file: IncomingFile;
  /** The address at which the file will be stored, unless its bytes are stored already. */
  address: string;
  /** The hash and the size of a picture; undefined for other files. */
  measured: Measured | undefined;
  /** The address that the caller has requested for the file. */
  wanted: string | undefined;
}

/**
 * Decides at which address each file will be: at that of a stored file with the same bytes, at that of an earlier
 * file of this change with the same bytes, or at a new one.
 */
function placed(arrivals: readonly Arrival[], alike: ReadonlyMap<string, string>) {
  const known = new Map(alike);
  const places = new Map<IncomingFile, string>();
  const added: Arrival[] = [];
  for (const arrival of arrivals) {
    const { file, address, measured, wanted } = arrival;
    const stored = measured && known.get(measured.hash);
    // A wanted address gets its own copy of the file even if the same bytes are stored elsewhere, because other data
    // refers to this address.
    const place = stored === undefined || address === wanted ? address : stored;
    places.set(file, place);
    if (place !== address) continue;
    added.push(arrival);
    if (measured) known.set(measured.hash, address);
  }
  return {
    added,
    addressOf(file: IncomingFile) {
      const address = places.get(file);
      if (!address) throw new Error('addressOf: the file does not belong to this change');
      return address;
    },
  };
}

function picturesOf(added: readonly Arrival[]): NewPicture[] {
  return added.flatMap(({ file, address, measured }) =>
    measured
      ? {
          ...measured,
          file: address,
          type: file.type,
          name: displayName(file.name ?? basename(file.path), file.type),
        }
      : [],
  );
}

/**
 * Measures a picture file: its hash, and from its header the size in which the picture is shown (EXIF orientation).
 */
async function measureFile(path: string): Promise<Measured> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { hash: hash.digest('hex'), bytes, ...(await pixelsOf(path)) };
}

/** As `measureFile`, for bytes in memory. */
export async function measureBytes(picture: Buffer): Promise<Measured> {
  return { hash: hash('sha256', picture, 'hex'), bytes: picture.length, ...(await pixelsOf(picture)) };
}

/**
 * Returns the size from the header, without decoding pixels. A file that cannot be read gets the size 0, but is
 * stored all the same.
 */
async function pixelsOf(picture: string | Buffer) {
  const header = await readDecoderHeader(picture).catch(() => undefined);
  return header?.shown ?? { width: 0, height: 0 };
}

/** Puts files that have no row yet on the removal list (store.ts). */
async function listForRemoval(db: Db, addresses: readonly string[]) {
  if (addresses.length === 0) return;
  const at = isoNow();
  await db
    .insertInto('doomed_files')
    .values(addresses.map((address) => ({ address, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes files off the removal list; returns how many were on it. */
async function unlistForRemoval(db: Db, addresses: readonly string[]) {
  if (addresses.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('doomed_files')
    .where('address', 'in', addresses)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns which of these files are listed for removal. Without `addresses`, returns all listed files. */
async function listedForRemoval(db: Db, addresses?: readonly string[]) {
  if (addresses?.length === 0) return [];
  const rows = await db
    .selectFrom('doomed_files')
    .select('address')
    .$if(addresses !== undefined, (query) => query.where('address', 'in', addresses ?? []))
    .execute();
  return rows.map((row) => row.address);
}

/**
 * Removes from the removal list the files that were put on it before this time, and returns their addresses. Entries
 * of a release that recorded no time first get the present time.
 */
async function takeListedBefore(db: Db, time: string) {
  await db.updateTable('doomed_files').set({ at: isoNow() }).where('at', 'is', null).execute();
  const rows = await db.deleteFrom('doomed_files').where('at', '<', time).returning('address').execute();
  return rows.map((row) => row.address);
}

/** Data about the bytes of a picture. */
export interface Measured {
  /** SHA-256, in hexadecimal digits. */
  hash: string;
  /** Pixels, as shown; 0 when unknown. */
  width: number;
  height: number;
  bytes: number;
}

/** A picture without a row in the library yet (docs/product.md §23). */
export interface NewPicture extends Measured {
  file: string;
  name: string;
  type: string;
}

/**
 * Finds stored pictures with the same bytes, by their hashes. If several pictures match a hash, returns one of the
 * `wanted` addresses, or else the oldest.
 */
async function storedAlike(db: Db, hashes: readonly string[], wanted: readonly string[] = []) {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('pictures')
    .select(['hash', 'file'])
    .where('hash', 'in', hashes)
    .orderBy('id', 'desc')
    .execute();
  const inOrder = [...rows, ...rows.filter(({ file }) => wanted.includes(file))];
  return new Map(inOrder.map(({ hash, file }) => [hash, file]));
}

/** Adds the rows of pictures. */
export async function insertPictures(tx: Db, pictures: readonly NewPicture[], who: string | null) {
  if (pictures.length === 0) return;
  const now = isoNow();
  await tx
    .insertInto('pictures')
    .values(pictures.map((picture) => ({ ...picture, who, created_at: now, updated_at: now })))
    .execute();
}

/**
 * Returns which of these addresses are unused: no column names them, and their picture is not marked to stay unused
 * (`kept`). Deletes their rows in the library. Must run after the change and in the same transaction. Writers take
 * turns (docs/decisions/0039), so no other change can begin to use such a file meanwhile.
 */
async function removeUnused(tx: Db, addresses: readonly string[]) {
  const unused = new Set(addresses);
  if (unused.size === 0) return [];
  const rows = await tx
    .selectFrom('pictures')
    .select(['id', 'file', 'kept', uses.as('uses')])
    .where('file', 'in', [...unused])
    .execute();
  for (const { file } of rows.filter(isHeld)) unused.delete(file);
  const ids = rows.filter((row) => !isHeld(row)).map(({ id }) => id);
  if (ids.length > 0) {
    await tx.deleteFrom('pictures').where('id', 'in', ids).execute();
    await forgetAuthors(tx, 'pictures', ids);
  }
  return [...unused];
}

function isHeld({ uses, kept }: { uses: number; kept: number }) {
  return uses > 0 || kept === 1;
}

/** A column of the addresses of files, for a field of an entity. */
interface FileColumn {
  table: keyof Tables;
  column: string;
}

/** The column of the files of a field: of the entity's table, or of a table with a row for each picture. */
function columnsIn(noun: ContentEntity) {
  return Object.entries<Entity['fields'][string]>(noun.fields).flatMap(([name, field]) => {
    const { kind, parts, sentAs = name } = field;
    if (!isFile(field)) return [];
    const place = { table: noun.table as keyof Tables, column: name };
    if (parts) Object.assign(place, { table: parts.table, column: 'image' });
    return [{ ...place, noun, field: sentAs, kind }];
  });
}

const columns = contentNames.flatMap((name) => columnsIn(entities[name]));

/**
 * The file columns for pictures from forms, each with its entity and the field of its form. Each of these pictures has
 * a row in the library (docs/product.md §23).
 */
export const pictureColumns = columns.filter(({ kind }) => kind === 'picture' || kind === 'pictures');

/** How many columns name a picture, in deleted rows too. Each column has its index (migrations/schema.ts). */
export const uses = sql.join<number>(
  pictureColumns.map(
    ({ table, column }) =>
      sql`(select count(*) from ${sql.table(table)} as used where used.${sql.ref(column)} = pictures.file)`,
  ),
  sql` + `,
);

/**
 * The addresses of the pictures that a column names, in deleted rows too. To choose among all pictures this is quicker
 * than `uses`, which looks into each column for each picture.
 */
export const usedAddresses = sql<string>`(${sql.join(
  pictureColumns.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  ),
  sql` union `,
)})`;

/**
 * Every column that holds the address of a stored file. Files that no such column names are removed
 * (orphaned-files.ts); a test finds a forgotten column.
 */
export const fileColumns: readonly FileColumn[] = [
  ...columns,
  { table: 'applicant_submissions', column: 'cv_file' },
  { table: 'pictures', column: 'file' },
];

/** Number of rows that one query reads, which takes a millisecond or two. */
const batch = 500;

/**
 * Returns the addresses of all files that must stay. These are the files that a table row names (also a deleted one
 * that can be restored), and the files on the removal list, because running changes may still use them (store.ts).
 * Reads the rows in batches, so that other calls run in between. Reads the removal list before the rows: a file
 * leaves the list in the transaction that gives it a row, so one of the two reads finds the file.
 */
export async function referencedAddresses(db: Db) {
  const doomed = await db.selectFrom('doomed_files').select('address').execute();
  const named = new Set(doomed.map(({ address }) => address));
  for (const { table, column } of fileColumns) {
    const address = sql.ref(column);
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: RowId; address: string | null }>`
        select id, ${address} as address from ${sql.table(table)}
        where id > ${after} order by id limit ${batch}`.execute(db);
      for (const row of rows) if (row.address !== null) named.add(row.address);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      await setImmediate();
    }
  }
  return named;
}
