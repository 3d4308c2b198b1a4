import { statfs } from 'node:fs/promises';
import { readableBytes } from '#shared/limits.ts';
import { StartError } from '../server/errors.ts';
import { isDiskFull } from '../server/process/data-dir.ts';

/**
 * Returns the message for a command that failed because a disk is full; undefined for other errors. The system's
 * error contains no path, so the message names the folder with the least free space, which is probably on that disk.
 */
export async function fullDiskText(error: unknown, folders: readonly string[], after: string) {
  if (!isDiskFull(error)) return undefined;
  const rooms = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
      return { folder, bytes: bavail * bsize };
    }),
  );
  const [least] = rooms.toSorted((one, other) => one.bytes - other.bytes);
  const room = least && Number.isFinite(least.bytes) ? `, with ${readableBytes(least.bytes)} left` : '';
  return `The disk of ${least?.folder ?? 'this machine'} is full or read-only${room} (${(error as Error).message}). Free some space. ${after}`;
}

/**
 * Runs work that writes below `folders`. If a disk is full, rejects with a StartError that has the text of
 * `fullDiskText`. `after` is the part of that text about what the command has left behind.
 */
export async function withFullDiskText<Result>(
  work: () => Promise<Result>,
  { folders, after }: { folders: readonly string[]; after: string },
) {
  try {
    return await work();
  } catch (error) {
    const text = await fullDiskText(error, folders, after);
    if (text === undefined) throw error;
    throw new StartError(text, { cause: error });
  }
}
