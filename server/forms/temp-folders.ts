import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import type { Logger } from 'pino';

export type FormFolder = ReturnType<typeof openFolder>;
export type TempFolders = Awaited<ReturnType<typeof openTempFolders>>;

/** Uses `root` for temporary uploads. Remains of a crash are deleted first. */
export async function openTempFolders(root: string, log: Logger) {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true, mode: 0o700 });
  return {
    /** Creates a folder that is deleted when `remove` is called. */
    open: () => openFolder(root),
    /**
     * Creates a folder that is deleted with its contents when the response closes: after success, a refusal, a failure
     * or an abort.
     */
    forResponse(res: Response) {
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

/** The folder of one form, which owns all its files on disk. */
function openFolder(root: string, isGivenUp = false) {
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
    /** Registers work on the folder's files; the folder is removed only after all of it has ended. */
    track,
    /** Returns an unused path in the folder. Rejects once the folder is being removed. */
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
