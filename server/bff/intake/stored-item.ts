import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { SiteTables } from '../../database/site-types.ts';

type Row = Selectable<SiteTables['intake_items']>;
/** As in `intakeItemSchema`; `arriving` is one whose bytes are not all there, which nobody was told of. */
export type ItemState = Row['state'];

/** A form that waits. What it says is sealed; nothing else here tells who sent it. Times are milliseconds since 1970. */
export interface StoredItem {
  id: number;
  /** The Idempotency-Key of every attempt. */
  key: string;
  reference: string;
  /** Name of the contract row. */
  call: string;
  receivedAt: number;
  state: ItemState;
  /** All attempts, and those that may be the fault of the form itself. */
  attempts: number;
  failures: number;
  nextAt: number;
  /** An attempt has begun, and did not end if nobody is at it: a crash. */
  isSending: boolean;
  mayBeTwice: boolean;
  /** Whoever runs the site was told that it needs them. */
  isNoticed: boolean;
  head: Uint8Array;
  /** What came of the last attempt, sealed: a host may repeat what somebody typed. */
  problem: Uint8Array | null;
}

export type NewItem = Pick<
  StoredItem,
  'key' | 'reference' | 'call' | 'receivedAt' | 'mayBeTwice' | 'head' | 'problem'
>;
export type Change = Partial<Omit<StoredItem, 'id' | 'key' | 'reference' | 'attempts'>>;

export interface IntakeCounts {
  waiting: number;
  aside: number;
  needsPerson: number;
  suspect: number;
  /** Of which not all bytes are there yet. */
  arriving: number;
  /** Of all. */
  bytes: number;
  /** When the oldest of those that wait for the host was received. */
  oldestAt: number | undefined;
}

/** True when so many bytes more can be kept. */
export function hasRoom(
  { waiting, aside, needsPerson, arriving, bytes }: IntakeCounts,
  more: number,
): boolean {
  return waiting + aside + needsPerson + arriving < limits.intakeItems && bytes + more <= limits.intakeBytes;
}

const columns = {
  receivedAt: 'received_at',
  call: 'call',
  state: 'state',
  failures: 'failures',
  nextAt: 'next_at',
  isSending: 'is_sending',
  mayBeTwice: 'may_be_twice',
  isNoticed: 'is_noticed',
  head: 'head',
  problem: 'problem',
} as const satisfies Record<keyof Change, keyof Row>;

export function columnsOf(change: Change): Updateable<SiteTables['intake_items']> {
  const named = Object.entries(change).map(([name, value]) => [
    columns[name as keyof Change],
    typeof value === 'boolean' ? Number(value) : value,
  ]);
  return Object.fromEntries(named);
}

export function rowOf(item: NewItem) {
  const { key, reference, call, receivedAt, mayBeTwice, head, problem } = item;
  return {
    ...{ key, reference, call, head, problem },
    received_at: receivedAt,
    may_be_twice: Number(mayBeTwice),
  } satisfies Partial<Insertable<SiteTables['intake_items']>>;
}

export function itemOf(row: Row): StoredItem {
  const { id, key, reference, call, state, attempts, failures, head, problem } = row;
  return {
    ...{ id, key, reference, call, state, attempts, failures, head, problem },
    receivedAt: row.received_at,
    nextAt: row.next_at,
    isSending: row.is_sending === 1,
    mayBeTwice: row.may_be_twice === 1,
    isNoticed: row.is_noticed === 1,
  };
}

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
