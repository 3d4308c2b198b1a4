/**
 * Work that only one process of a site does at a time. A process that dies or loses its connection to the database
 * loses its turn; `signal` aborts then.
 */
export interface Turns {
  /** Does the work. Returns undefined instead if another process is doing work of this name. */
  tryTurn<Result>(
    name: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result } | undefined>;
  /** Waits for other processes with work of this name, then does the work. */
  inTurn<Result>(name: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** Turns for a site with a single process: no other process can do the work, so it begins immediately. */
export const ownTurns: Turns = {
  tryTurn: async (_name, work) => ({ result: await work(new AbortController().signal) }),
  inTurn: (_name, work) => work(new AbortController().signal),
};
