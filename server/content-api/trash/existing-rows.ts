import type { Id } from '#shared/id.ts';
import { rowIdsOf } from '../../database/public-ids.ts';
import type { Db } from '../../database/types.ts';

const tables = {
  applicant: 'applicants',
  applicant_note: 'applicant_notes',
  message: 'messages',
  admin: 'admins',
} as const;

/** People and their messages, whose ids are also stored outside of the engine. */
export type ErasedResource = keyof typeof tables;

/** Returns which of these rows exist, including deleted rows that can be restored. */
export async function existingRowsOf(db: Db, resource: ErasedResource, ids: readonly Id[]): Promise<Id[]> {
  const numbers = ids.filter((id) => typeof id === 'number');
  const texts = ids.filter((id) => typeof id === 'string');
  const named = resource === 'admin' ? new Map() : await rowIdsOf(db, tables[resource], texts);
  const there = texts.filter((id) => named.get(id));
  if (numbers.length === 0) return there;
  const rows = await db.selectFrom(tables[resource]).select('id').where('id', 'in', numbers).execute();
  return [...rows.map(({ id }) => Number(id)), ...there];
}
