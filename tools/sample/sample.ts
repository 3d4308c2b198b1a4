import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import type { SampleRemoval, SampleResource } from '#shared/schemas/sample.ts';
import { eraseRows } from '../../server/content-api/content/versions.ts';
import { isEmptyEngine, sampleState } from '../../server/content-api/content-repository.ts';
import type { Change, MediaStore } from '../../server/content-api/media/store.ts';
import { trash } from '../../server/content-api/trash/trash.ts';
import { isoNow } from '../../server/database/rows.ts';
import type { Db, RowId } from '../../server/database/types.ts';
import { copyPictures, insertSample, type SampleRow } from './insert-sample.ts';

export interface Removal {
  removed: SampleRemoval['removed'];
  /** Rows that a person has changed, or to which other content belongs. */
  kept: (SampleRemoval['kept'][number] & SampleRow)[];
}

/** Manages the sample content of an embedded engine. */
export type Sample = ReturnType<typeof createSample>;

/** `tempDir` must be on the same disk as the media folder, and nothing else may use it. */
export function createSample(db: Db, media: MediaStore, tempDir: string) {
  /**
   * Adds the sample content even if another decision is recorded, in one transaction, so that the engine is still empty
   * after a crash. Returns the number of added rows; `undefined` if the engine is not empty.
   */
  async function add() {
    if (!(await isEmptyEngine(db))) return undefined;
    await mkdir(tempDir, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(tempDir, 'sample-'));
    try {
      const pictures = await copyPictures(folder);
      return await media.change(pictures.files, async (change) => {
        const { tx } = change;
        // Checked a second time: within the transaction no other process can write.
        if (!(await isEmptyEngine(tx))) throw new NotEmpty();
        const inserted = await insertSample(change, pictures, new Date());
        for (const row of inserted)
          await tx
            .insertInto('sample_rows')
            .values({ resource: row.resource, row_id: row.id, fingerprint: await hashOf(tx, row) })
            .execute();
        await recordState(tx, 'added');
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
    /**
     * Called at every start. Adds the sample content if the engine is empty and no decision about it is recorded yet.
     * Returns the number of added rows. The decision is recorded, so an engine that once had content of its own, or
     * whose sample content was removed, never gets sample content later.
     */
    async addOnFirstStart() {
      if ((await sampleState(db)) !== undefined) return 0;
      const added = await add();
      // Another process may have recorded a decision in the meantime.
      if (added === undefined && (await sampleState(db)) === undefined) await recordState(db, 'declined');
      return added ?? 0;
    },
    add,
    /** Counts the sample rows that nobody has changed, and the site's own rows, to which changed ones belong. */
    async status() {
      const status = { sample: 0, own: none() };
      for (const resource of sampleResources)
        status.own[resource] = Number(
          (
            await any(db)
              .selectFrom(entities[resource].table)
              .select(({ fn }) => fn.countAll().as('count'))
              .where('deleted_at', 'is', null)
              .executeTakeFirstOrThrow()
          ).count,
        );
      for await (const { resource, found, isChanged } of sampleRows(db)) {
        if (!found || isChanged) continue;
        status.sample += 1;
        if (found.deleted_at === null) status.own[resource] -= 1;
      }
      return status;
    },
    /** Erases the sample content, except for rows that people have changed or to which other content belongs. */
    remove: () =>
      media.change([], async (change) => {
        const removal = await removeSample(change);
        await recordState(change.tx, 'removed');
        return removal;
      }),
  };
}

class NotEmpty extends Error {}

/** Does everything that a removal does, rolls it back, and returns what would be removed. */
export async function tryRemoval(db: Db) {
  const tx = await db.startTransaction().execute();
  try {
    return await removeSample({ tx, drop: () => {} });
  } finally {
    await tx.rollback().execute();
  }
}

/** A row of a kind comes before the rows to which it belongs. */
const sampleResources = ['project', 'category', 'blog', 'job', 'team_member'] as const;
const none = () => ({ project: 0, category: 0, blog: 0, job: 0, team_member: 0 });

/** A query on "one of these tables" cannot be typed in kysely. */
const any = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

async function recordState(db: Db, state: 'added' | 'removed' | 'declined') {
  await db.insertInto('sample_states').values({ state, at: isoNow() }).execute();
}

/** Yields the rows that were added as sample content, with what is found of them, be it in the trash. */
async function* sampleRows(db: Db) {
  for (const resource of sampleResources) {
    const rows = await db
      .selectFrom('sample_rows')
      .select(['row_id as id', 'fingerprint'])
      .where('resource', '=', resource)
      .orderBy('row_id')
      .execute();
    for (const { id, fingerprint } of rows) {
      const found = await findRow(db, { resource, id });
      yield { resource, id, found, isChanged: (await hashOf(db, { resource, id })) !== fingerprint };
    }
  }
}

function findRow(db: Db, { resource, id }: SampleRow) {
  const { table, title } = entities[resource];
  return any(db)
    .selectFrom(table)
    .select([`${title} as title`, 'updated_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const entryOf = (resource: SampleResource) => trash.find((each) => each.resource === resource);

/**
 * Returns a hash that changes when a person changes the row or its files. It is computed from the row's version
 * (`updated_at`), which every change updates. The columns are not hashed, since a new release may add or change some.
 * Moving a row to another position in its list does not count as a change.
 */
async function hashOf(tx: Db, { resource, id }: SampleRow) {
  const found = await findRow(tx, { resource, id });
  const files = (await entryOf(resource)?.filesOf?.(tx, [id])) ?? [];
  return createHash('sha256')
    .update(JSON.stringify([found?.updated_at, ...files]))
    .digest('hex');
}

/**
 * Erases the sample rows that are unchanged, with their files. Other rows stay recorded as sample content, so that a
 * later removal can erase them when no other content belongs to them any more.
 */
async function removeSample({ tx, drop }: { tx: Db } & Pick<Change, 'drop'>) {
  const removal: Removal = { removed: none(), kept: [] };
  for await (const { resource, id, found, isChanged } of sampleRows(tx)) {
    if (found) {
      const reason = isChanged ? 'changed' : await reasonToKeep(tx, resource, id);
      if (reason) {
        removal.kept.push({ resource, id, title: String(found.title), reason });
        continue;
      }
      drop(...((await entryOf(resource)?.filesOf?.(tx, [id])) ?? []));
      await eraseRows(tx, entities[resource].table, [id]);
      removal.removed[resource] += 1;
    }
    await tx.deleteFrom('sample_rows').where('resource', '=', resource).where('row_id', '=', id).execute();
  }
  return removal;
}

/** Tables of what may belong to a row, and the columns that say it. */
const below: Partial<Record<SampleResource, readonly ['projects' | 'applicants', string]>> = {
  category: ['projects', 'category_id'],
  job: ['applicants', 'job_id'],
};

/** Other content that belongs to a row keeps it, even in the trash, where it could be restored from. */
async function reasonToKeep(tx: Db, resource: SampleResource, id: RowId) {
  const [table, column = ''] = below[resource] ?? [];
  if (!table) return undefined;
  const found = await any(tx).selectFrom(table).select('id').where(column, '=', id).limit(1).execute();
  return found.length > 0 ? table : undefined;
}
