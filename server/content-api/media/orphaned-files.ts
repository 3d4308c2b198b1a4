import type { Db } from '../../database/types.ts';
import type { Chore } from '../chore.ts';
import { referencedAddresses } from './file-columns.ts';
import type { FileStorage } from './storage/file-storage.ts';
import type { MediaStore } from './store.ts';

/** Long enough for any upload that is still being stored. */
const graceMs = 24 * 60 * 60 * 1000;
/** Fewer orphans than this are nothing unusual. */
const suspiciousCount = 10;

/**
 * Removes stored files that no row names and that are older than a day: what came back with an old copy of them, or what
 * a fault has left. Files that do not have the form of our addresses are not ours and stay. When most files have no row,
 * files met the wrong database: then the chore fails, and removes nothing.
 */
export function orphanedFilesChore(db: Db, storage: FileStorage): Chore {
  return {
    name: 'media: files that no row names',
    async run(now) {
      const removed = { files: 0, bytes: 0 };
      // First the files, then the names: a file of the list can lose its name in between, and never gain one.
      const stored: string[] = [];
      for await (const address of storage.list()) stored.push(address);
      const named = await referencedAddresses(db);
      const orphans = stored.filter((address) => !named.has(address));
      if (orphans.length >= suspiciousCount && orphans.length > stored.length / 2) {
        throw new Error(
          `${orphans.length} of ${stored.length} stored files are named by no row: is this their database?`,
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

/** Removes what changes have left that were cut off: of other processes, and parts of files that were never stored whole. */
export function leftFilesChore(media: MediaStore, storage: FileStorage): Chore {
  return {
    name: 'media: what was cut off',
    async run(now) {
      const uploads = await storage.removeUnfinished(new Date(now.getTime() - graceMs));
      return { files: await media.sweepOld(now), uploads };
    },
  };
}
