import { LRUCache } from 'lru-cache';

/**
 * Answers from before a purge. They are served only if the host fails. Soon after the purge they are refreshed, so
 * that each is confirmed, replaced or removed (server/cache/README.md).
 */
export interface FallbackAnswers<Entry> {
  find(key: string): Entry | undefined;
  /** Removes a fallback answer, because there is a new answer or its content no longer exists. */
  settle(key: string): void;
  /** Adds the answers from before a purge, the most recently used ones first. */
  add(entries: Iterable<[key: string, entry: Entry]>): void;
}

interface FallbackOptions<Entry> {
  maxBytes: number;
  /** Refreshes an answer. Resolves to false if the host does not return it now. */
  renew: (key: string, entry: Entry) => Promise<boolean>;
}

/**
 * In milliseconds. The refresh of the fallback answers starts `quietMs` after the last purge, because admins often
 * save several items in a row, but at the latest `longestQuietMs` after the first of these purges.
 */
const quietMs = 500;
const longestQuietMs = 3_000;
/** Milliseconds until answers that the host did not return are requested again. */
const againMs = 30_000;
/** Number of failures in a row after which the refreshes pause. */
const patience = 3;
/**
 * Maximum number of fallback answers. This is twice what one purge adds at most (see answer-cache.ts), so that answers
 * from before the previous purge can remain.
 */
const maxAnswers = 400;

export function createFallbackAnswers<Entry extends { bytes: number }>({
  maxBytes,
  renew,
}: FallbackOptions<Entry>): FallbackAnswers<Entry> {
  const fallbacks = new LRUCache<string, Entry>({
    max: maxAnswers,
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ bytes }) => bytes,
  });
  let timer: NodeJS.Timeout | undefined;
  let purgedAt = 0;
  /** Number of purges. A run of refreshes ends when the next purge changes this number. */
  let era = 0;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      purgedAt = 0;
      void renewAll();
    }, ms).unref();
  }

  async function renewAll(): Promise<void> {
    const begun = era;
    let failures = 0;
    for (const [key, answer] of [...fallbacks.entries()]) {
      if (fallbacks.peek(key) !== answer) continue;
      const isKnown = await renew(key, answer);
      if (begun !== era) return;
      failures = isKnown ? 0 : failures + 1;
      if (failures === patience) break;
    }
    if (fallbacks.size > 0) schedule(againMs);
  }

  return {
    find: (key) => fallbacks.get(key),
    settle: (key) => void fallbacks.delete(key),
    add(entries) {
      era += 1;
      // The entries are added in reverse, so that the most recently used one is evicted last.
      for (const [key, entry] of [...entries].reverse()) fallbacks.set(key, entry);
      if (fallbacks.size === 0) return;
      const now = performance.now();
      if (purgedAt === 0) purgedAt = now;
      schedule(Math.max(0, Math.min(quietMs, purgedAt + longestQuietMs - now)));
    },
  };
}
