/** How long answers are given again, in milliseconds (docs/architecture.md §5, Read cache). */
export interface CacheTimes {
  /** So long an answer is given again as it is. */
  freshMs: number;
  /** And so much longer while one call fetches it anew. */
  staleMs: number;
  /** Who asks for what is older waits for the new one, but no longer than this. */
  waitMs: number;
  /** The same where what is stored is from before a change: a page would give up a second later. */
  formerWaitMs: number;
  /** The oldest answer that is given, while the API host is down. */
  downMs: number;
  /** So long an address whose answers must not be shared is not looked for in the cache. */
  passMs: number;
}

export const cacheTimes: CacheTimes = {
  freshMs: 5_000,
  staleMs: 60_000,
  waitMs: 1_000,
  formerWaitMs: 4_000,
  downMs: 24 * 60 * 60_000,
  passMs: 60_000,
};

export type CacheState = 'hit' | 'stale' | 'miss';
