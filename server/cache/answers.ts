import type { CacheState } from './cache-times.ts';

/** What came of making an answer, and what the cache is to do with it. */
export interface Made<Value> {
  value: Value;
  /**
   * store: give it to others too. remove: what was stored is no longer true (404 and its like). leave: tells nothing about what
   * was stored (the host fails). pass: it is for one caller alone, and so are the next ones.
   */
  keep: 'store' | 'remove' | 'leave' | 'pass';
  /** Bytes that it takes while it is stored. */
  bytes: number;
  /** When its data was read, by the clock of the cache; the moment at which it was made by default. */
  madeAt?: number;
  /** Milliseconds since 1970 from which it is no longer true, whatever its age: a job closes. */
  endsAt?: number | undefined;
  /** So long it is given again as it is, in milliseconds, where that is not the time of all. */
  freshMs?: number | undefined;
}

/**
 * Makes the answer of an address anew, from nothing that one caller has sent. `before` is the stored one, if there is any. Rejects
 * when the host fails.
 */
export type Make<Value> = (signal: AbortSignal, before: Value | undefined) => Promise<Made<Value>>;

export interface Found<Value> {
  value: Value;
  state: CacheState;
  /** How old its data is, in milliseconds. */
  ageMs: number;
  /** As in `Made`. */
  endsAt: number;
}

interface GetOptions {
  /** Fires when this caller does not wait any more; the call to the host ends when nobody does. */
  signal?: AbortSignal | undefined;
  /** Anybody can make up any number of such addresses (searches): together they get a tenth of the room. */
  isRare?: boolean;
  /** What shares the lot of an answer that must not be shared: the next ones are for one caller each as well. The key by default. */
  group?: string;
  /** A stale answer is not good enough: the new one is waited for, as for one that is older. */
  isPatient?: boolean;
}

/** Answers for everybody, by address. */
export interface AnswerCache<Value> {
  /** The stored answer of an address, if it may be given at once. A stale one is fetched anew meanwhile. */
  find(key: string): Found<Value> | undefined;
  /**
   * The answer of an address: stored, or made now, once for all who ask meanwhile. Undefined when each caller has to be answered
   * on their own. Rejects as `make` does, and with the reason of `signal`.
   */
  get(key: string, make: Make<Value>, options?: GetOptions): Promise<Found<Value> | undefined>;
  /** Forgets everything; what is being made is given to those who wait for it, and is not stored. */
  purge(): void;
  /** How often `purge` was called: what was made before the last time is out of date. */
  generation(): number;
  /** The clock of `madeAt`, milliseconds. */
  now(): number;
  /** What is stored; `oldestMs` is the age in milliseconds of the oldest answer that may be given. */
  stats(): { entries: number; bytes: number; oldestMs: number | undefined };
}
