import { LRUCache } from 'lru-cache';
import { versionOf } from './search.ts';
import type { Db } from './types.ts';

/**
 * A query cache: returns the result of `find`, which is cached under the query `asked` until the next write. `db` is
 * the database, `on` the database or the transaction in which the result is read. A result that a write may have
 * changed during the read is returned, but not cached.
 */
type QueryCache<Value> = (
  db: Db,
  on: Db,
  asked: unknown,
  find: () => Promise<Value>,
  /** False if the cached value is out of date for another reason than a write. */
  isCurrent?: (value: Value) => boolean,
) => Promise<Value>;

/** The most results that are cached per database: enough for a person who turns pages and tries filters. */
const remembered = 20;

export function createQueryCache<Value>(): QueryCache<Value> {
  const memos = new WeakMap<Db, LRUCache<string, { version: string; value: Value }>>();
  return async (db, on, asked, find, isCurrent = () => true) => {
    const key = JSON.stringify(asked);
    const version = await versionOf(on);
    const memo = memos.get(db) ?? new LRUCache({ max: remembered });
    memos.set(db, memo);
    const known = memo.get(key);
    if (known?.version === version && isCurrent(known.value)) return known.value;
    const value = await find();
    if ((await versionOf(on)) === version) memo.set(key, { version, value });
    return value;
  };
}
