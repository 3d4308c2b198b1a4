import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates an empty folder on the same disk as the data, so that files can be moved to their places by links and
 * renames. Also removes such folders that killed commands of this kind have left: with `leftAfterMs` only those that
 * have not changed for that many milliseconds, otherwise all, so the caller must then hold the lock of the data
 * folder.
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
