import { MIB } from '#shared/limits.ts';
import type { Archive } from '../../archive/read-archive.ts';
import { type ArchiveRecords, textLength } from '../../archive/records.ts';
import type { Pushed, PushedRecord } from './outgoing.ts';

/** Maximum number of rows that are in memory together, and of characters in their texts. */
const most = { rows: 500, characters: 32 * MIB };

/**
 * Returns the archive with its rows in the order in which visitors see them, but posts with the oldest first: a host
 * that orders by arrival then shows them correctly. If the rows of the archive are in another order, the file is read
 * several times, each time for a portion of the rows.
 */
export function inShownOrder(archive: Archive): Archive {
  return {
    ...archive,
    async *records(entity) {
      if (!Object.hasOwn(comparers, entity)) return yield* archive.records(entity);
      type Row = ArchiveRecords[typeof entity];
      const before = comparers[entity as Pushed] as (one: Key, other: Key) => number;
      const keys: Key[] = [];
      for await (const row of archive.records(entity))
        keys.push({ ...keyOf(row as PushedRecord), at: keys.length, length: textLength(row) });
      const sorted = keys.toSorted((one, other) => before(one, other) || one.at - other.at);
      if (sorted.every(({ at }, index) => at === index)) return yield* archive.records(entity);
      for (const some of portions(sorted)) {
        const wanted = new Set(some.map(({ at }) => at));
        const rows = new Map<number, Row>();
        let at = 0;
        for await (const row of archive.records(entity)) {
          if (wanted.has(at)) rows.set(at, row);
          at += 1;
        }
        for (const key of some) yield rows.get(key.at) as Row;
      }
    },
  };
}

interface Key {
  /** Position of the row in the file of the archive. */
  at: number;
  length: number;
  created: string;
  posted: string;
  place: number;
}

function keyOf(record: PushedRecord): Pick<Key, 'created' | 'posted' | 'place'> {
  const {
    created_at = '',
    posted_at,
    v_order = 0,
  } = record as {
    created_at?: string;
    posted_at?: string | null;
    v_order?: number;
  };
  return { created: created_at, posted: posted_at ?? '', place: v_order };
}

const text = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Comparison of two rows in the engine's order. */
const comparers: Record<Pushed, (one: Key, other: Key) => number> = {
  categories: () => 0,
  projects: (one, other) => one.place - other.place,
  posts: (one, other) => text(one.created, other.created),
  jobs: (one, other) => one.place - other.place || text(other.posted, one.posted) || other.at - one.at,
  team: (one, other) => one.place - other.place,
};

function* portions(keys: readonly Key[]): Generator<Key[]> {
  let some: Key[] = [];
  let length = 0;
  for (const key of keys) {
    some.push(key);
    length += key.length;
    if (some.length < most.rows && length < most.characters) continue;
    yield some;
    some = [];
    length = 0;
  }
  if (some.length > 0) yield some;
}
