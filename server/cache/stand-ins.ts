import { LRUCache } from 'lru-cache';

/** What a stand-in has to know of an answer; times are by the clock of the cache. */
export interface FormerAnswer {
  bytes: number;
}

/**
 * Answers of before a change. They are given to nobody while the host answers, and each is asked for again at once: soon all of them
 * are known to be true, replaced, or gone. Should the host fail before that, they stand in for what it does not say
 * (docs/architecture.md §5, Read cache).
 */
export interface StandIns<Former> {
  find(key: string): Former | undefined;
  /** Its answer is known again, or there is none any more. */
  settle(key: string): void;
  /** Something has changed: these were true before. The most used ones come first. */
  keep(answers: Iterable<[key: string, answer: Former]>): void;
}

export interface StandInsOptions<Former> {
  maxBytes: number;
  /** Asks for an answer anew; false when the host does not give it now. */
  renew: (key: string, former: Former) => Promise<boolean>;
}

/** Admins save several things in a row: the first look is a moment after the last, and no later than this after the first. */
const quietMs = 500;
const longestQuietMs = 3_000;
/** What the host did not answer is asked for again after this. */
const againMs = 30_000;
/** So many in a row that fail, and the host is left alone. */
const patience = 3;
/** More than any change brings. */
const maxAnswers = 400;

export function createStandIns<Former extends FormerAnswer>({
  maxBytes,
  renew,
}: StandInsOptions<Former>): StandIns<Former> {
  const former = new LRUCache<string, Former>({
    max: maxAnswers,
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ bytes }) => bytes,
  });
  let timer: NodeJS.Timeout | undefined;
  let changedAt = 0;
  /** A run that was begun before the last change ends. */
  let era = 0;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      changedAt = 0;
      void renewAll();
    }, ms).unref();
  }

  async function renewAll(): Promise<void> {
    const begun = era;
    let failures = 0;
    for (const [key, answer] of [...former.entries()]) {
      if (former.peek(key) !== answer) continue;
      const isKnown = await renew(key, answer);
      if (begun !== era) return;
      failures = isKnown ? 0 : failures + 1;
      if (failures === patience) break;
    }
    if (former.size > 0) schedule(againMs);
  }

  return {
    find: (key) => former.get(key),
    settle: (key) => void former.delete(key),
    keep(answers) {
      era += 1;
      // The most used one is put there last, and goes last.
      for (const [key, answer] of [...answers].reverse()) former.set(key, answer);
      if (former.size === 0) return;
      const now = performance.now();
      if (changedAt === 0) changedAt = now;
      schedule(Math.max(0, Math.min(quietMs, changedAt + longestQuietMs - now)));
    },
  };
}
