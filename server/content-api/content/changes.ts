import { type VersionedResource, versionedResources } from '#shared/schemas/versions.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import { assertNotNewer, type EditedTable, noteEdit } from '../edits/repository.ts';
import { noteStatusByHand } from './schedules.ts';
import { type Maker, saveFirstVersion, saveVersion } from './versions.ts';

interface Noun {
  resource: string;
  table: EditedTable;
}

/** The columns of a changed row that its records follow. */
export interface ChangedRow {
  id: RowId;
  updated_at: string;
  is_active?: number;
  status?: string;
}

/** Records with versions are those that previews show. */
const asVersioned = ({ resource }: Noun): VersionedResource | undefined =>
  versionedResources.find((each) => each === resource);

/** Records who added a row, with its first version; links to the unsaved draft then lead to the row. */
export async function noteAdded(tx: Db, noun: Noun, row: ChangedRow, admin: Admin | undefined) {
  await noteEdit(tx, noun.table, row, nameOf(admin));
  const resource = asVersioned(noun);
  if (!resource) return;
  await saveFirstVersion(tx, resource, row.id, admin);
  if (admin)
    await tx
      .updateTable('previews')
      .set({ row_id: row.id })
      .where('resource', '=', resource)
      .where('row_id', 'is', null)
      .where('admin_id', '=', admin.id)
      .execute();
}

/**
 * Changes a row by `work`, in the transaction of the change: refuses an older `version` (409), stores the row's
 * versions and who made the last one, and drops the schedule of what has now been done by hand.
 */
export async function changeRow<After extends ChangedRow>(
  tx: Db,
  noun: Noun,
  before: ChangedRow,
  { version, by }: { version?: string | null; by: Maker },
  work: () => Promise<After>,
): Promise<After> {
  await assertNotNewer(tx, noun.table, version, before);
  const resource = asVersioned(noun);
  const keep = resource && (await saveVersion(tx, resource, before.id));
  const after = await work();
  const isShownAnew = isPublic(after) !== isPublic(before) || after.status !== before.status;
  if ((resource === 'blog' || resource === 'job') && isShownAnew)
    await noteStatusByHand(tx, resource, after.id, isPublic(after), after.updated_at);
  await noteEdit(tx, noun.table, after, typeof by === 'string' ? by : nameOf(by));
  await keep?.(by);
  return after;
}

/** Whether visitors see a post or a job. */
export function isPublic({ is_active, status }: Pick<ChangedRow, 'is_active' | 'status'>): boolean {
  return is_active === 1 || status === 'open';
}
