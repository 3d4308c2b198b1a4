import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isEmptyEngine, sampleState } from '../../server/content-api/content-repository.ts';
import type { MediaStore } from '../../server/content-api/media/store.ts';
import type { Db } from '../../server/database/types.ts';
import { insertSample } from './insert-sample.ts';
import { copyPictures } from './pictures.ts';
import { type Removal, removeSample } from './remove-sample.ts';
import { recordSampleState } from './repository.ts';

/** Sample content of an embedded engine. */
export interface Sample {
  /**
   * Called at every start: adds the content if the engine is empty and this was never decided before. Returns the
   * number of rows added. An engine with its own content, or whose sample content was removed, never gets any.
   */
  addOnFirstStart(): Promise<number>;
  /** Adds the content, even if it was decided otherwise before; `undefined` when the engine is not empty. */
  add(): Promise<number | undefined>;
  /** Erases the content; rows that people changed, or to which other content belongs, stay. */
  remove(): Promise<Removal>;
}

/** `tempDir` must be on the disk of the media folder, and for this use only. */
export function createSample(db: Db, media: MediaStore, tempDir: string): Sample {
  /** All rows in one transaction, so that a crash leaves an empty engine. */
  async function add(): Promise<number | undefined> {
    if (!(await isEmptyEngine(db))) return undefined;
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(tempDir, 'sample-'));
    try {
      const pictures = await copyPictures(folder);
      return await media.change(pictures.files, async (change) => {
        // Checked again now that no other process can write.
        if (!(await isEmptyEngine(change.tx))) throw new NotEmpty();
        const inserted = await insertSample(change, pictures, new Date());
        await recordSampleState(change.tx, 'added');
        return inserted.length;
      });
    } catch (error) {
      if (error instanceof NotEmpty) return undefined;
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    async addOnFirstStart() {
      if ((await sampleState(db)) !== undefined) return 0;
      const added = await add();
      if (added === undefined) {
        await db.transaction().execute(async (tx) => {
          // Another process that filled the engine at its first start may have recorded a decision too.
          if ((await sampleState(tx)) === undefined) await recordSampleState(tx, 'declined');
        });
      }
      return added ?? 0;
    },
    add,
    remove: () =>
      media.change([], async (change) => {
        const removal = await removeSample(change);
        await recordSampleState(change.tx, 'removed');
        return removal;
      }),
  };
}

class NotEmpty extends Error {}
