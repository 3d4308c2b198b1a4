import { LRUCache } from 'lru-cache';
import { versionOf } from './search.ts';
import type { Db } from './types.ts';

/**
 * What was found in a database, by what was asked, as long as nothing is written. `db` is the database that is meant, `on` that
 * or the transaction in which it is read. What a write may have changed while it was being found is given, and not kept.
 */
export type Memo<Value> = (
  db: Db,
  on: Db,
  asked: unknown,
  find: () => Promise<Value>,
  /** False for what is out of date for another reason. */
  isCurrent?: (value: Value) => boolean,
) => Promise<Value>;

/** So many questions to one database are remembered: a person turns pages and tries filters. */
const remembered = 20;

export function createMemo<Value>(): Memo<Value> {
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
