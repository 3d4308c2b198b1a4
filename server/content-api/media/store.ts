import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Tables } from '../../database/types.ts';
import { AppError } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import { readDecoderHeader } from '../../image-files/decoder-header.ts';
import { takeOutMetadata } from '../../image-files/plain-picture.ts';
import { newAddress, typeOfAddress } from './addresses.ts';
import type { IncomingFile } from './form.ts';
import {
  insertPictures,
  listedForRemoval,
  listForRemoval,
  type Measured,
  type NewPicture,
  removeUnused,
  storedAlike,
  takeListedBefore,
  unlistForRemoval,
} from './repository.ts';
import type { FileStorage, StoredContent } from './storage/file-storage.ts';

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
    ): Promise<Result> {
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
              headers: { 'Retry-After': '5' },
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
  const hash = createHash('sha256').update(picture).digest('hex');
  return { hash, bytes: picture.length, ...(await pixelsOf(picture)) };
}

/**
 * Returns the size from the header, without decoding pixels. A file that cannot be read gets the size 0, but is
 * stored all the same.
 */
async function pixelsOf(picture: string | Buffer): Promise<{ width: number; height: number }> {
  const header = await readDecoderHeader(picture).catch(() => undefined);
  return header?.shown ?? { width: 0, height: 0 };
}
