/** How long cached answers may be served, in milliseconds (server/cache/README.md). */
export const cacheTimes = {
  /** How long an answer is fresh. */
  freshMs: 5_000,
  /** How long an answer is stale after its fresh time: it is still served immediately, while one call refreshes it. */
  staleMs: 60_000,
  /** How long a caller waits for the refresh of an answer that is no longer even stale, before it gets the old one. */
  waitMs: 1_000,
  /**
   * How long a caller waits for the refresh if the stored answer is from before a change. The time is a second
   * shorter than a page may wait for its reads, so that the page gets the old answer in time.
   */
  formerWaitMs: 4_000,
  /** For how long after a change an answer from before it is served if the host fails. */
  formerMs: 10 * 60_000,
  /** Maximum age of an answer that is served while the API host is down. */
  downMs: 24 * 60 * 60_000,
  /** How long the cache is not used for a key whose answers must not be shared. */
  passMs: 60_000,
};

export type CacheState = 'hit' | 'stale' | 'miss';
