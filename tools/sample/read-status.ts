import type { SampleStatus } from '#shared/schemas/sample.ts';
import type { Db } from '../../server/database/types.ts';
import { hashRow } from './hash-row.ts';
import { countRows, findSampleRow, sampleResources, sampleRowsOf } from './repository.ts';

/**
 * Counts the sample rows that nobody has changed, and the site's own rows. A changed sample row counts as the site's
 * own, as it does in a removal.
 */
export async function readSampleStatus(db: Db): Promise<SampleStatus> {
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
