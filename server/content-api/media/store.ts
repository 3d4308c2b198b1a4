import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Tables } from '../database/types.ts';
import { type FileRoots, newAddress, pathOfAddress } from './addresses.ts';
import type { IncomingFile } from './form.ts';
import { claimFiles, doomedAmong, doomFiles, forgetFiles } from './repository.ts';

/** One change of rows and files under way. */
export interface Change {
  tx: Transaction<Tables>;
  /** The address under which a file of this change will be served. */
  addressOf(file: IncomingFile): string;
  /** Lets go of files that no row will name any more; they leave the disk after the commit. */
  drop(...addresses: (string | null)[]): void;
}

/**
 * Files and the rows that name them change together, also when the power fails in between. A new file is first listed in the
 * table `doomed_files`, then moved into place; the transaction that makes its row also takes it off the list. A file that
 * loses its row is listed by the transaction that takes the row. What is still listed when a change ends, or when the engine
 * starts, belongs to no row and is removed.
 */
export interface MediaStore {
  /** Puts the files in place and runs `work` in one transaction. When it rejects, neither rows nor files have changed. */
  change<Result>(files: readonly IncomingFile[], work: (change: Change) => Promise<Result>): Promise<Result>;
  /** Removes what a crash has left behind. */
  sweep(): Promise<void>;
  /** Where the file of an address lies on the disk. */
  pathOf(address: string): string;
}

export function createMediaStore(db: Db, roots: FileRoots, log: Logger): MediaStore {
  async function sweep(among?: readonly string[]): Promise<void> {
    try {
      const doomed = await doomedAmong(db, among);
      for (const address of doomed) await rm(pathOfAddress(roots, address), { force: true });
      await forgetFiles(db, doomed);
    } catch (error) {
      // They stay listed, so the next start removes them; nobody's call fails for it.
      log.warn({ err: error }, 'content API: files that are no longer needed could not be removed yet');
    }
  }

  return {
    async change(files, work) {
      const addresses = new Map(files.map((file) => [file, newAddress(file.type)]));
      const added = [...addresses.values()];
      const touched = [...added];
      try {
        await doomFiles(db, added);
        await place(roots, addresses);
        return await db.transaction().execute(async (tx) => {
          const dropped: string[] = [];
          const result = await work({
            tx,
            addressOf(file) {
              const address = addresses.get(file);
              if (!address) throw new Error('addressOf: the file is not of this change');
              return address;
            },
            drop: (...gone) => dropped.push(...gone.filter((address) => address !== null)),
          });
          await claimFiles(tx, added);
          await doomFiles(tx, dropped);
          touched.push(...dropped);
          return result;
        });
      } finally {
        await sweep(touched);
      }
    },
    sweep: () => sweep(),
    pathOf: (address) => pathOfAddress(roots, address),
  };
}

async function place(roots: FileRoots, addresses: Map<IncomingFile, string>): Promise<void> {
  const folders = new Set<string>();
  for (const [file, address] of addresses) {
    const path = pathOfAddress(roots, address);
    folders.add(dirname(path));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await move(file.path, path);
  }
  // A rename is only durable once its folder is.
  for (const folder of folders) await flush(folder);
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // The media folder is on another disk than the temporary one.
    await copyFile(from, to);
    await flush(to);
    await rm(from);
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
