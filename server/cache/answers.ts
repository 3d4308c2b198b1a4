import type { CacheState } from './cache-times.ts';

/** The result of making an answer, and what the cache does with it. */
export interface Made<Value> {
  value: Value;
  /**
   * store: give it to others too. remove: the stored answer is no longer true (404 and the like). leave: says nothing about the
   * stored answer (the host fails). pass: it is for one caller alone, and so are the next ones.
   */
  keep: 'store' | 'remove' | 'leave' | 'pass';
  /** Bytes in memory while it is stored. */
  bytes: number;
  /** When its data was read, by the clock of the cache; the moment at which it was made by default. */
  madeAt?: number;
  /** Milliseconds since 1970 from which it is no longer true, whatever its age: a job closes. */
  endsAt?: number | undefined;
  /** How long it is fresh, in milliseconds, if not as long as all others. */
  freshMs?: number | undefined;
}

/**
 * Makes the answer of an address, from nothing that one caller has sent. `before` is the stored one, if there is any. Rejects
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

export interface GetOptions {
  /** Fires when this caller leaves; the call to the host ends when all callers have left. */
  signal?: AbortSignal | undefined;
  /** Anybody can make up any number of such addresses (searches): together they get a tenth of the room. */
  isRare?: boolean;
  /** If one answer of a group must not be shared, the others are for one caller each as well. The key by default. */
  group?: string;
  /** A stale answer is not good enough: this caller waits for the refresh, as for an old one. */
  isPatient?: boolean;
}

/** Answers for everybody, by address. */
export interface AnswerCache<Value> {
  /** The stored answer of an address, if it may be given at once. A stale one is refreshed in the background. */
  find(key: string): Found<Value> | undefined;
  /**
   * The answer of an address: stored, or made now, once for all who ask meanwhile. Undefined if each caller has to be answered
   * on their own. Rejects as `make` does, and with the reason of `signal`.
   */
  get(key: string, make: Make<Value>, options?: GetOptions): Promise<Found<Value> | undefined>;
  /** Forgets everything; an answer that is being made goes to its callers and is not stored. */
  purge(): void;
  /** Counts purges: anything made of answers of an earlier generation is out of date. */
  generation(): number;
  /** The clock of `madeAt`, milliseconds. */
  now(): number;
  /** What is stored; `oldestMs` is the age in milliseconds of the oldest answer that may be given. */
  stats(): { entries: number; bytes: number; oldestMs: number | undefined };
}
