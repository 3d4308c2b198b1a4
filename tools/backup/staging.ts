import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates an empty folder on the same disk as the data, so that files can be moved to their places by links and
 * renames. Removes leftovers of a killed command of this kind. Without `leftAfterMs`, all of them are removed; the
 * caller then holds the lock of the data folder. Otherwise only leftovers are removed that have not changed for so
 * many milliseconds.
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
