/**
 * Work that one process of a site does at a time. Whoever dies, or loses the database, gives its turn back; `signal` tells the work
 * that its turn is lost.
 */
export interface Turns {
  /** Does the work unless another process is doing work of this name: then undefined, and nothing is done. */
  tryTurn<Result>(
    name: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result } | undefined>;
  /** Waits for the others of this name. */
  inTurn<Result>(name: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** Of a site that is one process. */
export const ownTurns: Turns = {
  tryTurn: async (_name, work) => ({ result: await work(new AbortController().signal) }),
  inTurn: (_name, work) => work(new AbortController().signal),
};
