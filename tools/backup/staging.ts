import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates a folder on the disk of the data, from which files are put in place by links and renames. Removes leftovers
 * of a killed command of this kind: at once if this process holds the data folder's lock, else when they have not
 * changed for `leftAfterMs` milliseconds.
 */
export async function newStaging(
  dataDir: string,
  kind: 'backup' | 'move' | 'restore',
  leftAfterMs?: number,
): Promise<string> {
  const temp = join(dataDir, 'tmp');
  await mkdir(temp, { recursive: true, mode: 0o700 });
  for (const name of await readdir(temp)) {
    if (!name.startsWith(`${kind}-`)) continue;
    const old = join(temp, name);
    const isLeft = leftAfterMs === undefined || Date.now() - (await stat(old)).mtimeMs > leftAfterMs;
    if (isLeft) await rm(old, { recursive: true, force: true });
  }
  return mkdtemp(join(temp, `${kind}-`));
}
