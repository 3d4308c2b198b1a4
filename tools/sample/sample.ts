import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SampleStatus } from '#shared/schemas/sample.ts';
import { isEmptyEngine, sampleState } from '../../server/content-api/content-repository.ts';
import type { MediaStore } from '../../server/content-api/media/store.ts';
import type { Db } from '../../server/database/types.ts';
import { hashRow } from './hash-row.ts';
import { insertSample } from './insert-sample.ts';
import { copyPictures } from './pictures.ts';
import { type Removal, removeSample } from './remove-sample.ts';
import { countRows, findSampleRow, recordSampleState, sampleResources, sampleRowsOf } from './repository.ts';

/** Manages the sample content of an embedded engine. */
export interface Sample {
  /**
   * Called at every start. Adds the sample content if the engine is empty and no decision about it is recorded yet.
   * Returns the number of added rows. The decision is recorded, so an engine that once had content of its own, or
   * whose sample content was removed, never gets sample content later.
   */
  addOnFirstStart(): Promise<number>;
  /**
   * Adds the sample content even if another decision is recorded. Returns the number of added rows; `undefined` if the
   * engine is not empty.
   */
  add(): Promise<number | undefined>;
  /** Counts the unchanged sample rows and the site's own rows. */
  status(): Promise<SampleStatus>;
  /** Erases the sample content, except for rows that people have changed or to which other content belongs. */
  remove(): Promise<Removal>;
}

/** `tempDir` must be on the same disk as the media folder, and nothing else may use it. */
export function createSample(db: Db, media: MediaStore, tempDir: string): Sample {
  /** Adds all rows in one transaction, so that the engine is still empty after a crash. */
  async function add(): Promise<number | undefined> {
    if (!(await isEmptyEngine(db))) return undefined;
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(tempDir, 'sample-'));
    try {
      const pictures = await copyPictures(folder);
      return await media.change(pictures.files, async (change) => {
        // Checked a second time: within the transaction no other process can write.
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
          // Records that this engine gets no sample content, unless another process has recorded a decision in the
          // meantime.
          if ((await sampleState(tx)) === undefined) await recordSampleState(tx, 'declined');
        });
      }
      return added ?? 0;
    },
    add,
    status: () => readSampleStatus(db),
    remove: () =>
      media.change([], async (change) => {
        const removal = await removeSample(change);
        await recordSampleState(change.tx, 'removed');
        return removal;
      }),
  };
}

class NotEmpty extends Error {}

/**
 * Counts the sample rows that nobody has changed, and the site's own rows. A changed sample row counts as the site's
 * own, as it does in a removal.
 */
async function readSampleStatus(db: Db): Promise<SampleStatus> {
  const status: SampleStatus = {
    sample: 0,
    own: { project: 0, category: 0, blog: 0, job: 0, team_member: 0 },
  };
  for (const resource of sampleResources) {
    let listed = 0;
    for (const row of await sampleRowsOf(db, resource)) {
      const found = await findSampleRow(db, row);
      if (!found || (await hashRow(db, row)) !== row.hash) continue;
      status.sample += 1;
      if (found.deleted_at === null) listed += 1;
    }
    status.own[resource] = (await countRows(db, resource)) - listed;
  }
  return status;
}
