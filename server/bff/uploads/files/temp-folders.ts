import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import type { Logger } from 'pino';

/** The folder of one request: the only owner of what the request put on disk. */
export interface RequestFolder {
  /** A path in the folder that nobody has used yet. Rejects once the folder is given up. */
  newPath(): Promise<string>;
  /** Notes work on the folder's files; the folder is removed only when all of it has ended. */
  track<T>(work: Promise<T>): Promise<T>;
}

export interface TempFolders {
  /** A folder that goes, with everything in it, when the response closes: after success, refusal, failure, abort. */
  forResponse(res: Response): RequestFolder;
}

/** Takes `root` as the place of temporary uploads. What a crash left there is swept away first. */
export async function openTempFolders(root: string, log: Logger): Promise<TempFolders> {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true, mode: 0o700 });
  return { forResponse: (res) => openFolder(root, res, log) };
}

function openFolder(root: string, res: Response, log: Logger): RequestFolder {
  const works = new Set<Promise<unknown>>();
  let made: Promise<string> | undefined;
  let files = 0;
  let closed = res.destroyed;

  const track = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.then(
      () => {},
      () => {},
    );
    works.add(ended);
    void ended.then(() => works.delete(ended));
    return work;
  };

  const remove = async () => {
    closed = true;
    // A removal beside a running write could leave the file that the write was about to make.
    while (works.size > 0) await Promise.all(works);
    const folder = await made?.catch(() => undefined);
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };

  res.once('close', () => {
    remove().catch((error: unknown) => log.error({ err: error }, 'a temporary upload could not be removed'));
  });

  return {
    track,
    async newPath() {
      if (closed) throw new Error('the request is over');
      made ??= track(mkdtemp(join(root, 'form-')));
      // Taken before the wait: paths are asked for at the same time.
      const name = String(files++);
      return join(await made, name);
    },
  };
}
