import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import type { Logger } from 'pino';

/** The folder of one form, which owns all its files on disk. */
export interface FormFolder {
  /** Returns an unused path in the folder. Rejects once the folder is being removed. */
  newPath(): Promise<string>;
  /** Registers work on the folder's files; the folder is removed only after all of it has ended. */
  track<T>(work: Promise<T>): Promise<T>;
}

export interface TempFolders {
  /**
   * Creates a folder that is deleted with its contents when the response closes: after success, a refusal, a failure
   * or an abort.
   */
  forResponse(res: Response): FormFolder;
  /** Creates a folder that is deleted when `remove` is called. */
  open(): FormFolder & { remove(): Promise<void> };
}

/** Uses `root` for temporary uploads. Remains of a crash are deleted first. */
export async function openTempFolders(root: string, log: Logger): Promise<TempFolders> {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true, mode: 0o700 });
  return {
    open: () => openFolder(root),
    forResponse(res) {
      const folder = openFolder(root, res.destroyed);
      res.once('close', () => {
        folder
          .remove()
          .catch((error: unknown) => log.error({ err: error }, 'a temporary upload could not be removed'));
      });
      return folder;
    },
  };
}

function openFolder(root: string, isGivenUp = false): ReturnType<TempFolders['open']> {
  const works = new Set<Promise<unknown>>();
  let made: Promise<string> | undefined;
  let files = 0;
  let closed = isGivenUp;

  const track = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.then(
      () => {},
      () => {},
    );
    works.add(ended);
    void ended.then(() => works.delete(ended));
    return work;
  };

  return {
    track,
    async newPath() {
      if (closed) throw new Error('the request is over');
      made ??= track(mkdtemp(join(root, 'form-')));
      // The name is chosen before the wait, since several paths are requested at the same time and each must get its
      // own.
      const name = String(files++);
      return join(await made, name);
    },
    async remove() {
      closed = true;
      // Waits for all work: a write that is not finished could create a file after the removal.
      while (works.size > 0) await Promise.all(works);
      const folder = await made?.catch(() => undefined);
      if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
