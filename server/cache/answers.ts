import type { CacheState } from './cache-times.ts';

/** A new answer, and what the cache has to do with it. */
export interface Made<Value> {
  value: Value;
  /**
   * The cache's action:
   * - `store`: serves the answer to other callers too.
   * - `remove`: removes the stored answer, because it is no longer true (404 and the like).
   * - `leave`: leaves the stored answer as it is (the host fails).
   * - `pass`: gives the answer to one caller only. For some time (`passMs`), each later caller gets an answer of its own.
   */
  keep: 'store' | 'remove' | 'leave' | 'pass';
  /** Size of the answer in memory, in bytes. */
  bytes: number;
  /** When the answer's data was read, by the cache's clock; by default the time at which the answer was made. */
  madeAt?: number;
  /** When the answer stops being true, in milliseconds since 1970. If absent, the answer does not expire. */
  endsAt?: number;
  /** How long the answer is fresh, in milliseconds. If absent, the `freshMs` of the cache applies. */
  freshMs?: number;
}

/**
 * Makes the answer for a key. It may use nothing of a single caller's request, because others get the answer too.
 * `before` is the stored answer, if there is one. Rejects if the host fails.
 */
export type Make<Value> = (before: Value | undefined) => Promise<Made<Value>>;

export interface Found<Value> {
  value: Value;
  state: CacheState;
  /** Age of the answer's data, in milliseconds. */
  ageMs: number;
  /** When the answer stops being true, in milliseconds since 1970; infinity if the answer does not expire. */
  endsAt: number;
}

export interface GetOptions {
  /** Fires when this caller no longer waits. */
  signal?: AbortSignal;
  /**
   * True for keys that a client can invent in any number, such as searches. Their answers are shared by the callers who
   * wait for them, and not stored.
   */
  isRare?: boolean;
  /**
   * Name of a group of keys. If one answer of the group must not be shared, no answer of the group is shared. By
   * default a key is its own group.
   */
  group?: string;
  /** True if this caller does not accept a stale answer: it waits for the refresh, as it would for an old answer. */
  isPatient?: boolean;
}
