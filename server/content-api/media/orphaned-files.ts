import type { Db } from '../../database/types.ts';
import type { Chore } from '../chore.ts';
import type { FileStorage } from './storage.ts';
import { type MediaStore, referencedAddresses } from './store.ts';

/** How long a file without a row stays, in milliseconds: longer than any upload takes to be stored. */
const graceMs = 24 * 60 * 60 * 1000;
/** Fewer orphaned files than this are removed even if they are most of the stored files. */
const suspiciousCount = 10;

/**
 * Removes stored files that no row names and that are older than a day, e.g. files that an old backup has brought
 * back, or that a fault has left. Files whose name does not have the form of the engine's addresses stay. If most of
 * the stored files have no row, they probably do not belong to this database: then the chore fails, and removes
 * nothing.
 */
export function orphanedFilesChore(db: Db, storage: FileStorage): Chore {
  return {
    name: 'media: files that no row names',
    async run(now) {
      const removed = { files: 0, bytes: 0 };
      // The storage is listed before the rows are read. Between the two steps, a stored file can lose its row, but a
      // file without a row cannot get one. So no file that has a row counts as an orphan.
      const stored: string[] = [];
      for await (const address of storage.list()) stored.push(address);
      const named = await referencedAddresses(db);
      const orphans = stored.filter((address) => !named.has(address));
      if (orphans.length >= suspiciousCount && orphans.length > stored.length / 2) {
        throw new Error(
          `${orphans.length} of ${stored.length} stored files are not referenced by any row: is this the right database?`,
        );
      }
      for (const address of orphans) {
        const found = await storage.stat(address);
        if (!found || now.getTime() - found.modified.getTime() <= graceMs) continue;
        await storage.remove([address]);
        removed.files += 1;
        removed.bytes += found.size;
      }
      return removed;
    },
  };
}

/** Removes files that another process has put on the removal list and not removed. */
export function leftFilesChore(media: MediaStore): Chore {
  return { name: 'media: what was cut off', run: async (now) => ({ files: await media.sweepOld(now) }) };
}
