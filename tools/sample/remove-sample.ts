import type { Change } from '../../server/content-api/media/store.ts';
import { eraseRows } from '../../server/content-api/row-records/trash-repository.ts';
import type { SampleResource } from '../../server/database/bookkeeping-types.ts';
import type { Db } from '../../server/database/types.ts';
import { entryOf, hashRow } from './hash-row.ts';
import {
  findSampleRow,
  hasApplicants,
  hasProjects,
  type SampleRow,
  sampleResources,
  sampleRowsOf,
  unmarkSampleRow,
} from './repository.ts';

/** A row that was not removed, with the reason: a person has changed it, or other content belongs to it. */
interface KeptRow extends SampleRow {
  title: string;
  reason: 'changed' | 'projects' | 'applicants';
}

export interface Removal {
  removed: Record<SampleResource, number>;
  kept: KeptRow[];
}

/**
 * Erases the sample rows that are unchanged, with their files. Other rows stay recorded as sample content, so that a
 * later removal can erase them when no other content belongs to them any more.
 */
export async function removeSample({ tx, drop }: Pick<Change, 'tx' | 'drop'>): Promise<Removal> {
  const removed = { project: 0, category: 0, blog: 0, job: 0, team_member: 0 };
  const kept: KeptRow[] = [];
  for (const resource of sampleResources) {
    const { table, filesOf } = entryOf({ resource });
    for (const { id, hash } of await sampleRowsOf(tx, resource)) {
      const row = { resource, id };
      const found = await findSampleRow(tx, row);
      if (found) {
        const reason = (await hashRow(tx, row)) === hash ? await reasonToKeep(tx, row) : 'changed';
        if (reason) {
          kept.push({ ...row, title: found.title, reason });
          continue;
        }
        drop(...((await filesOf?.(tx, [id])) ?? []));
        await eraseRows(tx, table, [id]);
        removed[resource] += 1;
      }
      await unmarkSampleRow(tx, row);
    }
  }
  return { removed, kept };
}

/** Does everything that a removal does, rolls it back, and returns what would be removed. */
export async function tryRemoval(db: Db): Promise<Removal> {
  let removal: Removal | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      removal = await removeSample({ tx, drop: () => {} });
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (!removal) throw new Error('tryRemoval: nothing was tried');
  return removal;
}

class RolledBack extends Error {}

/**
 * Returns the kind of other content that belongs to this row and requires that the row stays; undefined if there is
 * none.
 */
async function reasonToKeep(
  tx: Change['tx'],
  { resource, id }: SampleRow,
): Promise<KeptRow['reason'] | undefined> {
  if (resource === 'category' && (await hasProjects(tx, id))) return 'projects';
  if (resource === 'job' && (await hasApplicants(tx, id))) return 'applicants';
  return undefined;
}
