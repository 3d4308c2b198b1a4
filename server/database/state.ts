import type { Dialect } from './dialect.ts';
import type { Signals } from './signals.ts';
import type { SiteDb } from './site-types.ts';
import type { Db } from './types.ts';

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
