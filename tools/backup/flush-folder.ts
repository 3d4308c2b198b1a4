import { open } from 'node:fs/promises';

/** Puts the names in a folder on the disk: a new or moved file is only durable once its folder is. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
