import { open } from 'node:fs/promises';

/** Flushes a folder to disk. After a power failure a new or renamed file exists only if its folder was flushed. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
