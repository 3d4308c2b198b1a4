import { createHash } from 'node:crypto';
import type { TrashEntry } from '../../server/content-api/trash/entry.ts';
import { trash } from '../../server/content-api/trash/registry.ts';
import type { Db } from '../../server/database/types.ts';
import { findSampleRow, type SampleRow } from './repository.ts';

/**
 * A hash that changes when somebody changes the row or its files. It is made of the row's version, which every change moves, and not
 * of its columns: those change with releases. Where a row stands in an order is nobody's content, and does not count.
 */
export async function hashRow(tx: Db, row: SampleRow): Promise<string> {
  const found = await findSampleRow(tx, row);
  const files = (await entryOf(row).filesOf?.(tx, [row.id])) ?? [];
  return createHash('sha256')
    .update(JSON.stringify([found?.updated_at, ...files]))
    .digest('hex');
}

/** How rows of this resource are erased, and which files go with them. */
export function entryOf({ resource }: Pick<SampleRow, 'resource'>): TrashEntry {
  const entry = trash.find((each) => each.resource === resource);
  if (!entry) throw new Error(`entryOf: nothing is known of ${resource}`);
  return entry;
}
