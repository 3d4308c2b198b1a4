import { open } from 'node:fs/promises';

/** Flushes a folder to disk: a new or moved file is durable only once its folder is. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
