import { LRUCache } from 'lru-cache';
import { versionOf } from './search.ts';
import type { Db } from './types.ts';

/**
 * A query cache: returns the result of `find`, which is cached under the query `asked` until the next write to `db`. A
 * result that a write may have changed during the read is returned, but not cached.
 */
type QueryCache<Value> = (db: Db, asked: unknown, find: () => Promise<Value>) => Promise<Value>;

/** The most results that are cached per database: enough for a person who turns pages and tries filters. */
const remembered = 20;

export function createQueryCache<Value>(): QueryCache<Value> {
  const memos = new WeakMap<Db, LRUCache<string, { version: string; value: Value }>>();
  return async (db, asked, find) => {
    const key = JSON.stringify(asked);
    const version = await versionOf(db);
    const memo = memos.get(db) ?? new LRUCache({ max: remembered });
    memos.set(db, memo);
    const known = memo.get(key);
    if (known?.version === version) return known.value;
    const value = await find();
    if ((await versionOf(db)) === version) memo.set(key, { version, value });
    return value;
  };
}
