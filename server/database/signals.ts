import type { QueryExecutorProvider } from 'kysely';

/**
 * Kinds of signals, some of them with a value:
 *
 * - `purge`: visitors' pages are out of date.
 * - `session-ended`: a session has ended (its id, and when to forget it).
 * - `desk`: data that the admin area shows has changed.
 */
type SignalKind = 'purge' | 'session-ended' | 'desk';

/** Signals between the processes of one site. A process does not receive its own signals. */
export interface Signals {
  /**
   * Notifies the other processes within a second; with `within`, once that transaction commits, so that a process
   * which dies right after its commit has announced it. Rejects when the database does not accept the signal.
   */
  publish(kind: SignalKind, value?: string, within?: QueryExecutorProvider): Promise<void>;
  /** Calls `listener` for the signals of other processes, in order. Returns a function that unsubscribes. */
  on(kind: SignalKind, listener: (value: string) => void): () => void;
  /**
   * Calls `listener` when signals may have been lost because the database was unavailable for long: state that
   * depends on signals must be read again.
   */
  onGap(listener: () => void): () => void;
}

/** For a site with a single process, which has no other process to notify. */
export const noSignals: Signals = {
  publish: async () => {},
  on: () => () => {},
  onGap: () => () => {},
};
