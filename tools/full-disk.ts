import { StartError } from '../server/errors.ts';
import { isDiskFull } from '../server/process/data-dir.ts';

/**
 * Returns the message for a command that failed because a disk is full; undefined for other errors. The system's
 * error contains no path, so the message names the folders on whose disks the command writes.
 */
export function fullDiskText(error: unknown, folders: readonly string[], after: string) {
  return isDiskFull(error)
    ? `The disk of ${folders.join(' or ')} is full or read-only (${(error as Error).message}). Free some space. ${after}`
    : undefined;
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
    const text = fullDiskText(error, folders, after);
    if (text === undefined) throw error;
    throw new StartError(text, { cause: error });
  }
}
