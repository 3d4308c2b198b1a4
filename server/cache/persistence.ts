import { bytesOf, type PreparedAnswer } from './prepared-answer.ts';

/** Stores the answers of one cache on disk. Times are by the cache's clock. */
export interface Persistence<Value> {
  has(key: string): boolean;
  load(key: string): Promise<{ value: Value; bytes: number; madeAt: number; endsAt: number } | undefined>;
  put(key: string, value: Value, times: { madeAt: number; endsAt: number }): void;
  remove(key: string): void;
  forgetAll(): void;
  oldest(): number | undefined;
}

/** An answer that was read from disk. */
interface FromDisk {
  prepared: PreparedAnswer;
  madeAt: number;
  endsAt: number;
}

/** The part of the disk store that one cache uses. */
export interface Namespace {
  forgetAll(): void;
  has(key: string): boolean;
  /** Reads an answer; undefined if it is missing, too old, expired or damaged. */
  load(key: string): Promise<FromDisk | undefined>;
  /** Queues the answer, to be written some seconds later together with others. */
  put(key: string, answer: PreparedAnswer, times: { madeAt: number; endsAt: number }): void;
  /**
   * Removes an answer. Synchronous: if the process is killed right after it, the next process does not find the
   * answer.
   */
  remove(key: string): void;
  /** Returns when the oldest answer was made. */
  oldest(): number | undefined;
}

/** Adapts a namespace of the disk store to a cache. `toValue` turns a stored answer into a value of the cache. */
export function persistenceIn<Value extends { prepared?: PreparedAnswer }>(
  namespace: Namespace,
  toValue: (prepared: PreparedAnswer) => Value,
): Persistence<Value> {
  return {
    ...namespace,
    async load(key) {
      const found = await namespace.load(key);
      if (!found) return undefined;
      const { prepared, ...times } = found;
      return { value: toValue(prepared), bytes: bytesOf(prepared), ...times };
    },
    put(key, { prepared }, times) {
      if (prepared) namespace.put(key, prepared, times);
    },
  };
}
