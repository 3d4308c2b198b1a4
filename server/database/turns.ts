/**
 * Work that one process of a site does at a time. A process that dies or loses the database gives its turn back;
 * `signal` aborts when the turn is lost.
 */
export interface Turns {
  /** Does the work unless another process is doing work of this name; then returns undefined. */
  tryTurn<Result>(
    name: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result } | undefined>;
  /** Waits for other processes with work of this name, then does the work. */
  inTurn<Result>(name: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** For a site with a single process. */
export const ownTurns: Turns = {
  tryTurn: async (_name, work) => ({ result: await work(new AbortController().signal) }),
  inTurn: (_name, work) => work(new AbortController().signal),
};
