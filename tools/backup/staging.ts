import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A new folder on the disk of the data, where files are put in place by links and renames. What a command of this kind that was killed has
 * left there is removed: at once where the data folder's lock is ours, else when it has not changed for `leftAfterMs` milliseconds.
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
