import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../database/types.ts';
import type { Chore } from '../housekeeping/housekeeping.ts';
import { type FileRoots, isStoredAddress, pathOfAddress } from './addresses.ts';
import { referencedAddresses } from './file-columns.ts';

/** Long enough for any upload that is still being stored. */
const graceMs = 24 * 60 * 60 * 1000;
/** Fewer orphans than this are nothing unusual. */
const suspiciousCount = 10;

/**
 * Removes stored files that no row names and that are older than a day: what came back with an old copy of the folder, or what
 * a fault has left. Files that do not have the form of our addresses are not ours and stay. When most files have no row,
 * a folder met the wrong database: then the chore fails, and removes nothing.
 */
export function orphanedFilesChore(db: Db, roots: FileRoots): Chore {
  return {
    name: 'media: files that no row names',
    async run(now) {
      const removed = { files: 0, bytes: 0 };
      // First the files, then the names: a file of the list can lose its name in between, and never gain one.
      const stored = [
        ...(await filesBelow(roots.media, '/storage/')),
        ...(await filesBelow(roots.private, 'private/')),
      ];
      const named = await referencedAddresses(db);
      const orphans = stored.filter((address) => !named.has(address));
      if (orphans.length >= suspiciousCount && orphans.length > stored.length / 2) {
        throw new Error(
          `${orphans.length} of ${stored.length} stored files are named by no row: is this their database?`,
        );
      }
      for (const address of orphans) {
        const path = pathOfAddress(roots, address);
        const found = await stat(path).catch(() => undefined);
        if (!found || now.getTime() - found.mtimeMs <= graceMs) continue;
        await rm(path, { force: true });
        removed.files += 1;
        removed.bytes += found.size;
      }
      return removed;
    },
  };
}

/** The addresses of the files of a folder that have one. A folder of any size is read a few names at a time. */
async function filesBelow(folder: string, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of await opendir(folder)) {
    const name = prefix + entry.name;
    if (entry.isDirectory()) {
      for (const below of await filesBelow(join(folder, entry.name), `${name}/`)) found.push(below);
    } else if (entry.isFile() && isStoredAddress(name)) found.push(name);
  }
  return found;
}
