/** Counts of requests and answers, by kind of call. */
export interface Tally {
  /** Counts an answer, or `cut` if the connection ended without one; `bad` states what is wrong with the answer. */
  count(kind: string, outcome: number | 'cut', bad?: string): void;
  readonly requests: number;
  /** Returns the number of each status by kind, the most frequent first. */
  statuses(): Map<string, string>;
  /** Problems, with how often each occurred. */
  readonly bad: Map<string, number>;
  of(kind: string, outcome: number | 'cut'): number;
}

export function createTally(): Tally {
  const kinds = new Map<string, Map<number | 'cut', number>>();
  const bad = new Map<string, number>();
  let requests = 0;
  return {
    bad,
    count(kind, outcome, problem) {
      requests += 1;
      const counts = kinds.get(kind) ?? new Map<number | 'cut', number>();
      kinds.set(kind, counts.set(outcome, (counts.get(outcome) ?? 0) + 1));
      if (problem !== undefined) bad.set(problem, (bad.get(problem) ?? 0) + 1);
    },
    get requests() {
      return requests;
    },
    statuses: () =>
      new Map(
        [...kinds].map(([kind, counts]) => [
          kind,
          [...counts]
            .toSorted(([, one], [, other]) => other - one)
            .map(([outcome, times]) => `${outcome} × ${times}`)
            .join(', '),
        ]),
      ),
    of: (kind, outcome) => kinds.get(kind)?.get(outcome) ?? 0,
  };
}

/** The longest time between two good answers, from its creation on. */
export interface Gap {
  /** Records a good answer. */
  mark(): void;
  /** Returns milliseconds; includes the time since the last good answer. */
  longest(): number;
}

export function createGap(): Gap {
  let last = performance.now();
  let longest = 0;
  const longestUntil = (now: number) => Math.max(longest, now - last);
  return {
    mark() {
      const now = performance.now();
      longest = longestUntil(now);
      last = now;
    },
    longest: () => longestUntil(performance.now()),
  };
}
