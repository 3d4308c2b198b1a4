import type { CacheState } from './cache-times.ts';

/** The result of making an answer, with instructions for the cache. */
export interface Made<Value> {
  value: Value;
  /**
   * store: serve it to other callers too. remove: the stored answer is no longer true (404 and the like). leave: the
   * stored answer is unaffected (the host fails). pass: this answer is for one caller alone, and so are the next
   * ones.
   */
  keep: 'store' | 'remove' | 'leave' | 'pass';
  /** Bytes in memory while the answer is stored. */
  bytes: number;
  /** When its data was read, by the cache's clock; default: when the answer was made. */
  madeAt?: number;
  /** Milliseconds since 1970 from which the answer is no longer true, at any age: a job closes. */
  endsAt?: number | undefined;
  /** How long the answer is fresh, in milliseconds, if it differs from the general value. */
  freshMs?: number | undefined;
}

/**
 * Makes the answer of an address, independent of any caller's request data. `before` is the stored answer, if any.
 * Rejects if the host fails.
 */
export type Make<Value> = (signal: AbortSignal, before: Value | undefined) => Promise<Made<Value>>;

export interface Found<Value> {
  value: Value;
  state: CacheState;
  /** Age of its data, in milliseconds. */
  ageMs: number;
  /** See `Made`. */
  endsAt: number;
}

export interface GetOptions {
  /** Fires when this caller leaves; the call to the host ends when all callers have left. */
  signal?: AbortSignal | undefined;
  /**
   * True for addresses that a client can invent in any number (searches): together they get a tenth of the memory.
   */
  isRare?: boolean;
  /** If one answer of a group must not be shared, the others are for one caller each as well. Default: the key. */
  group?: string;
  /** True if a stale answer is not acceptable: this caller waits for the refresh, as for an old answer. */
  isPatient?: boolean;
}

/** Answers shared by all visitors, by address. */
export interface AnswerCache<Value> {
  /**
   * Returns the stored answer of an address, if it may be served immediately. A stale answer is refreshed in the
   * background.
   */
  find(key: string): Found<Value> | undefined;
  /**
   * Returns the answer of an address: stored, or made now, once for all concurrent callers. Undefined if each caller
   * needs a separate answer. Rejects like `make`, and with the reason of `signal`.
   */
  get(key: string, make: Make<Value>, options?: GetOptions): Promise<Found<Value> | undefined>;
  /** Removes all answers; an answer that is being made is returned to its callers and not stored. */
  purge(): void;
  /** Number of purges: anything made of answers of an earlier generation is outdated. */
  generation(): number;
  /** Clock of `madeAt`, in milliseconds. */
  now(): number;
  /** State of the cache; `oldestMs` is the age in milliseconds of the oldest answer that may be served. */
  stats(): { entries: number; bytes: number; oldestMs: number | undefined };
}
