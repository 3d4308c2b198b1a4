import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { SiteTables } from '../../database/site-types.ts';

/**
 * A waiting form. Its contents are sealed; no other column identifies the sender. Times are milliseconds since 1970.
 */
export type StoredItem = Selectable<SiteTables['intake_items']>;
export type NewItem = Pick<
  Insertable<SiteTables['intake_items']>,
  'key' | 'reference' | 'call' | 'received_at' | 'may_be_twice' | 'head' | 'problem'
>;
export type Change = Updateable<SiteTables['intake_items']>;
export type ItemState = StoredItem['state'];

export interface IntakeCounts {
  waiting: number;
  aside: number;
  needsPerson: number;
  suspect: number;
  /** Number of forms that are still being received. */
  arriving: number;
  /** Total size of all forms, in bytes. */
  bytes: number;
  /** When the oldest form that waits for the host was received, in milliseconds since 1970. */
  oldestAt: number | undefined;
}

/** True if there is room for `more` bytes in addition to the stored forms. */
export function hasRoom(
  { waiting, aside, needsPerson, arriving, bytes }: IntakeCounts,
  more: number,
): boolean {
  return waiting + aside + needsPerson + arriving < limits.intakeItems && bytes + more <= limits.intakeBytes;
}

/** Counts the stored forms by state. */
export async function countIn(db: Pick<Kysely<SiteTables>, 'selectFrom'>): Promise<IntakeCounts> {
  const rows = await db
    .selectFrom('intake_items')
    .groupBy('state')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('total'),
      fn.sum<number>('bytes').as('bytes'),
      fn.min('received_at').as('oldest'),
    ])
    .execute();
  const found = new Map(rows.map((row) => [row.state, row]));
  const total = (state: ItemState) => Number(found.get(state)?.total ?? 0);
  const oldest = [found.get('waiting')?.oldest, found.get('aside')?.oldest];
  const times = oldest.filter((time) => time !== undefined).map(Number);
  return {
    waiting: total('waiting'),
    aside: total('aside'),
    needsPerson: total('needs_person'),
    suspect: total('suspect'),
    arriving: total('arriving'),
    bytes: rows.reduce((sum, row) => sum + Number(row.bytes), 0),
    oldestAt: times.length > 0 ? Math.min(...times) : undefined,
  };
}
