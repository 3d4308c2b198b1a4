import { createHash } from 'node:crypto';
import type { TrashEntry } from '../../server/content-api/trash/entry.ts';
import { trash } from '../../server/content-api/trash/registry.ts';
import type { Db } from '../../server/database/types.ts';
import { findSampleRow, type SampleRow } from './repository.ts';

/**
 * Returns a hash that changes when a person changes the row or its files. It is computed from the row's version
 * (`updated_at`), which every change updates. The columns are not hashed, since a new release may add or change some.
 * Moving a row to another position in its list does not count as a change.
 */
export async function hashRow(tx: Db, row: SampleRow): Promise<string> {
  const found = await findSampleRow(tx, row);
  const files = (await entryOf(row).filesOf?.(tx, [row.id])) ?? [];
  return createHash('sha256')
    .update(JSON.stringify([found?.updated_at, ...files]))
    .digest('hex');
}

/**
 * Returns the entry of the list `trash` for this resource. The entry describes how rows of the resource and their
 * files are erased.
 */
export function entryOf({ resource }: Pick<SampleRow, 'resource'>): TrashEntry {
  const entry = trash.find((each) => each.resource === resource);
  if (!entry) throw new Error(`entryOf: nothing is known of ${resource}`);
  return entry;
}
