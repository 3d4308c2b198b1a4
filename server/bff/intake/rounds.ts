/**
 * Whose turn it is while a host answers and takes nothing: that may mean one form alone, and who sent it, so some other one is to find
 * out (docs/architecture.md §5, Intake).
 */
export interface Rounds {
  /** The turn is that of the first form behind this one, if there is any. */
  readonly behind: number;
  /** The host has failed at the form whose turn it is. True when the form is to step aside: others were taken meanwhile. */
  failed(id: number, retryAfterMs?: number): boolean;
  /** The host has taken this one, or has refused it. */
  done(id: number): void;
  /** The order is that of receipt again. What a host that takes others does not take now either will step aside. */
  over(hasTakenForm: boolean): void;
}

/** `maxFailures`: so often the host may fail at one; `longestPauseMs`: or so long it may let one wait. */
export function createRounds(maxFailures: number, longestPauseMs: number): Rounds {
  let behind = 0;
  /** How often the host has failed at the form whose turn it is, and which forms have had their turn that way. */
  let failures = 0;
  const hadTurn = new Set<number>();
  /** Those of them that the host, which has taken another one since, gets once more. */
  const doubtful = new Set<number>();
  return {
    get behind() {
      return behind;
    },
    failed(id, retryAfterMs = 0) {
      if (doubtful.delete(id)) return true;
      failures += 1;
      if (failures < maxFailures && retryAfterMs < longestPauseMs) return false;
      failures = 0;
      behind = id;
      hadTurn.add(id);
      return false;
    },
    done(id) {
      hadTurn.delete(id);
      doubtful.delete(id);
    },
    over(hasTakenForm) {
      behind = 0;
      failures = 0;
      if (!hasTakenForm) return;
      for (const id of hadTurn) doubtful.add(id);
      hadTurn.clear();
    },
  };
}
