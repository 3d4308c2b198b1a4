import { bytesOf, type PreparedAnswer } from './prepared-answer.ts';

/** Where answers outlive the process. Times are by the clock of the cache. */
export interface Keeper<Value> {
  has(key: string): boolean;
  load(key: string): Promise<{ value: Value; bytes: number; madeAt: number; endsAt: number } | undefined>;
  put(key: string, value: Value, times: { madeAt: number; endsAt: number }): void;
  remove(key: string): void;
  forgetAll(): void;
  oldest(): number | undefined;
}

/** An answer from the disk. */
interface FromDisk {
  prepared: PreparedAnswer;
  madeAt: number;
  endsAt: number;
}

/** The part of a store that one cache has. */
export interface Shelf {
  forgetAll(): void;
  has(key: string): boolean;
  /** Undefined when it is gone, too old, over or not whole. */
  load(key: string): Promise<FromDisk | undefined>;
  /** Written some seconds later, together with others. */
  put(key: string, answer: PreparedAnswer, times: { madeAt: number; endsAt: number }): void;
  /** Not there any more when this returns, also for the next start. */
  remove(key: string): void;
  /** When the oldest answer was made; undefined when there is none. */
  oldest(): number | undefined;
}

/** A shelf as a cache wants it; `toValue` makes of an answer what the cache stores. */
export function keeperOf<Value extends { prepared?: PreparedAnswer | undefined }>(
  shelf: Shelf,
  toValue: (prepared: PreparedAnswer) => Value,
): Keeper<Value> {
  return {
    ...shelf,
    async load(key) {
      const found = await shelf.load(key);
      if (!found) return undefined;
      const { prepared, ...times } = found;
      return { value: toValue(prepared), bytes: bytesOf(prepared), ...times };
    },
    put(key, { prepared }, times) {
      if (prepared) shelf.put(key, prepared, times);
    },
  };
}
