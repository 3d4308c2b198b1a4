import { createHash } from 'node:crypto';
import type { TrashEntry } from '../../server/content-api/trash/entry.ts';
import { trash } from '../../server/content-api/trash/registry.ts';
import type { Db } from '../../server/database/types.ts';
import { findSampleRow, type SampleRow } from './repository.ts';

/**
 * Returns a hash that changes when a person changes the row or its files. It is made from the row's version, which
 * every change updates, and not from its columns, since those change with releases. The position of a row in an order
 * does not count as content.
 */
export async function hashRow(tx: Db, row: SampleRow): Promise<string> {
  const found = await findSampleRow(tx, row);
  const files = (await entryOf(row).filesOf?.(tx, [row.id])) ?? [];
  return createHash('sha256')
    .update(JSON.stringify([found?.updated_at, ...files]))
    .digest('hex');
}

/** Returns how rows of this resource are erased, and which files are erased with them. */
export function entryOf({ resource }: Pick<SampleRow, 'resource'>): TrashEntry {
  const entry = trash.find((each) => each.resource === resource);
  if (!entry) throw new Error(`entryOf: nothing is known of ${resource}`);
  return entry;
}
