import type { QueryExecutorProvider } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { SiteDb } from './site-types.ts';
import type { Db } from './types.ts';

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

/** Called once when the database does not answer at a start. If it rejects, the start fails. */
export type OnUnavailable = () => Promise<void>;

/**
 * The state of a site: files in DATA_DIR, which one process uses, or one PostgreSQL database for any number of
 * processes.
 */
export interface Databases {
  readonly dialect: Dialect;
  /** Opens the engine's content and migrates it to the present schema. Rejects with StartError. */
  openContent(): Promise<Db>;
  /** Opens the tables for ended sessions, devices and counts. */
  openSessions(): Promise<SiteDb>;
  /** Opens the tables for waiting forms. */
  openIntake(): Promise<SiteDb>;
  readonly signals: Signals;
  /** Checks that the database answers; rejects if it does not. */
  probe(): Promise<void>;
  /** Numbers for metrics; only for a shared database. */
  stats?(): { signalsAgeMs: number };
  /** The record of the last backup; only in a shared database. */
  lastBackup?(): Promise<string | undefined>;
  close(): Promise<void>;
}
