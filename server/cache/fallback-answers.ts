import { LRUCache } from 'lru-cache';

/**
 * Answers of before a purge. They are served only if the host fails, and each is refreshed at once: soon all of them are confirmed,
 * replaced or gone (docs/architecture.md §5, Read cache).
 */
export interface FallbackAnswers<Entry> {
  find(key: string): Entry | undefined;
  /** The answer is known again, or there is none any more. */
  settle(key: string): void;
  /** Takes the answers of before a purge, the most recently used ones first. */
  add(entries: Iterable<[key: string, entry: Entry]>): void;
}

interface FallbackOptions<Entry> {
  maxBytes: number;
  /** Refreshes an answer; false if the host does not give it now. */
  renew: (key: string, entry: Entry) => Promise<boolean>;
}

/** Admins save several things in a row: the first refresh is a moment after the last save, and no later than this after the first. */
const quietMs = 500;
const longestQuietMs = 3_000;
/** Answers that the host did not give are asked for again after this. */
const againMs = 30_000;
/** After this many failures in a row the host is left alone. */
const patience = 3;
/** More than any purge brings. */
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
  /** Counts purges: a run of refreshes ends at the next purge. */
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
      // The most recently used one is added last, and evicted last.
      for (const [key, entry] of [...entries].reverse()) fallbacks.set(key, entry);
      if (fallbacks.size === 0) return;
      const now = performance.now();
      if (purgedAt === 0) purgedAt = now;
      schedule(Math.max(0, Math.min(quietMs, purgedAt + longestQuietMs - now)));
    },
  };
}
